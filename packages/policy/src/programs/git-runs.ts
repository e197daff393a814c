import { withoutGlobalOptions } from "./global-options.data.ts";

/** Why a git command runs something besides git, or changes what git will run; `undefined` when it does not. */
export function whatGitRuns(args: readonly string[]): string | undefined {
	const words = withoutGlobalOptions(["git", ...args]);
	const [, command = "", ...rest] = words;
	const before = args.slice(0, args.length - (words.length - 1));
	const setting = before.find((arg) => /^(?:-c|--config-env|--exec-path)(?:$|=)|^-c./.test(arg));
	if (setting !== undefined) return `git ${setting}`;
	const transport = rest.find((arg) => /^(?:ext|fd)::/.test(arg));
	if (transport !== undefined) return transport;
	if (runsOthers.test(command)) return `git ${command}`;
	const option = rest.find((arg) => optionsByCommand.get(command)?.test(arg));
	if (option !== undefined) return `git ${command} ${option}`;
	if (command === "submodule" && rest.includes("foreach")) return "git submodule foreach";
	if (command === "bisect" && rest[0] === "run") return "git bisect run";
	if (command === "config" && !rest.some((arg) => readsConfig.test(arg)) && rest.length > 1) return "git config";
	return undefined;
}

const runsOthers =
	/^(?:filter-branch|difftool|mergetool|send-email|instaweb|web--browse|daemon|fast-import|hook|credential.*|remote-.*|p4|shell|upload-pack|receive-pack|upload-archive|maintenance|citool|gui|help|alias)$/;
const readsConfig = /^(?:--get.*|--list|-l|get|list)$/;
const optionsByCommand: ReadonlyMap<string, RegExp> = new Map(
	Object.entries({
		rebase: /^(?:-x.*|--exec(?:=.*)?|-i|--interactive|--edit-todo)$/,
		grep: /^(?:-\w*O.*|--open-files-in-pager.*)$/,
		clone: /^(?:-c.*|--config.*|-u.*|--upload-pack.*|--template.*)$/,
		init: /^--template/,
		fetch: /^(?:--upload-pack.*)$/,
		pull: /^(?:--upload-pack.*)$/,
		push: /^(?:--receive-pack.*|--exec.*)$/,
		"ls-remote": /^(?:--upload-pack.*|--exec.*)$/,
		archive: /^(?:--exec.*|--remote.*)$/,
		diff: /^--(?:ext-diff|textconv)$/,
		log: /^--(?:ext-diff|textconv|show-signature)$/,
		show: /^--(?:ext-diff|textconv|show-signature)$/,
		"cat-file": /^--(?:textconv|filters)$/,
		am: /^--exec/,
	}),
);
