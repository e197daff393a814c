/** What a program may be given so that it only reads. A program that is not listed here may do anything. */
export interface ReadOnlyProgram {
	/** Options that write, run something or change the system: letters of short ones, and long ones in full. */
	readonly notLetters?: string;
	readonly notOptions?: readonly string[];
	/** Only these options are known to be safe; anything else is not. */
	readonly onlyOptions?: RegExp;
	/** How many arguments that are no options it may have; one more could be a file that is written. */
	readonly maxOperands?: number;
	/** What each of these arguments has to look like. */
	readonly operands?: RegExp;
	/** It does not matter what the words that are not known turn out to be. */
	readonly takesAnything?: true;
	/** A condition on all arguments, in place of the others. */
	readonly check?: (args: readonly string[]) => boolean;
}

const anything: ReadOnlyProgram = {};
const noArguments: ReadOnlyProgram = { check: (args) => args.length === 0 };
const oneName: ReadOnlyProgram = { check: (args) => args.length === 1 && !args[0]?.startsWith("-") };
const versionOnly: ReadOnlyProgram = {
	check: ([first, ...rest]) => rest.length === 0 && /^(?:--version|-v|-V)$/.test(first ?? ""),
};

function each(names: string, rule: ReadOnlyProgram): Array<[string, ReadOnlyProgram]> {
	return names
		.trim()
		.split(/\s+/)
		.map((name) => [name, rule]);
}

const findActions = ["exec", "execdir", "ok", "okdir", "delete", "fprint", "fprint0", "fprintf", "fls", "files0-from"];

export const readOnlyPrograms: ReadonlyMap<string, ReadOnlyProgram> = new Map([
	...each("pwd ls cat head tail wc echo basename dirname realpath readlink stat du df which whoami id uname", anything),
	...each("cut tr nl tac rev paste join comm cmp column fold expand unexpand od strings seq true false", anything),
	...each("grep egrep fgrep jq ps printenv nproc uptime free groups arch :", anything),
	...each("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum", anything),
	...each(
		"node npm npx pnpm yarn bun deno python python3 pip pip3 ruby cargo rustc java tsc make gcc clang",
		versionOnly,
	),
	["go", { check: (args) => args.join(" ") === "version" }],
	// `-v` evaluates a subscript, with the commands in it.
	...each("test [", {
		takesAnything: true,
		check: (args) =>
			!args.some((arg) => /^-[vR]$/.test(arg) || /\[.*[$`]/.test(arg)) &&
			!(/^\0/.test(args[0] ?? "") && args.filter((arg) => arg !== "]").length === 2),
	}),
	["printf", { takesAnything: true, check: ([first]) => !/^[-\0]./.test(first ?? "") }],
	["command", { check: ([option]) => option === "-v" || option === "-V" }],
	["type", anything],
	["env", noArguments],
	["diff", { notLetters: "l", notOptions: ["--paginate"] }],
	["file", { notLetters: "C", notOptions: ["--compile"] }],
	["date", { notLetters: "s", notOptions: ["--set"], operands: /^\+/ }],
	["tree", { notLetters: "oR", notOptions: ["--output"] }],
	["uniq", { maxOperands: 1 }],
	["hexdump", anything],
	["xxd", { notLetters: "r", maxOperands: 1 }],
	["unzip", { check: ([option]) => /^-(?:l|v|Z\w*|t)$/.test(option ?? "") }],
	["zipinfo", anything],
	["sort", { notLetters: "oT", notOptions: ["--output", "--compress-program", "--temporary-directory"] }],
	["rg", { notLetters: "z", notOptions: ["--pre", "--pre-glob", "--hostname-bin", "--search-zip"] }],
	["fd", { notLetters: "xX", notOptions: ["--exec", "--exec-batch"] }],
	// The words behind `--` are still tests and actions.
	["find", { notOptions: ["--", ...findActions.map((name) => `-${name}`)] }],
	// Only lines printed by number: other scripts can write files and run commands.
	[
		"sed",
		{
			check: ([option, script = "", ...files]) =>
				option === "-n" && /^\d+(?:,(?:\d+|\$))?p$/.test(script) && !files.some((file) => file.startsWith("-")),
		},
	],
]);

/** Options before git's command that change neither what it runs nor where. */
export const harmlessGitOptions = /^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs)$/;

const noOutput = { notOptions: ["--output", "--ext-diff", "--textconv", "--show-signature"] } as const;

const tagOptions = /^(?:-l|--list|-n\d*|--(?:sort|format|contains|merged|points-at)=.*)$/;

/** By git command; with a second word where only some uses of it read. */
export const readOnlyGit: ReadonlyMap<string, ReadOnlyProgram> = new Map([
	...each("status ls-files ls-tree rev-parse describe name-rev merge-base show-ref for-each-ref", anything),
	...each("count-objects version check-ignore", anything),
	...each("diff log show shortlog rev-list whatchanged blame annotate diff-tree diff-index diff-files", noOutput),
	["grep", { notLetters: "O", notOptions: ["--open-files-in-pager", "--ext-grep", "--textconv"] }],
	["cat-file", { notOptions: ["--textconv", "--filters", "--batch-command"] }],
	[
		"branch",
		{
			onlyOptions:
				/^(?:-[arv]+|--all|--remotes|--verbose|--list|--show-current|--no-color|--no-column|--merged|--no-merged|--(?:sort|format|contains|no-contains|merged|no-merged|points-at)=.*)$/,
			maxOperands: 0,
		},
	],
	["tag", { onlyOptions: tagOptions, maxOperands: 0 }],
	["tag -l", { onlyOptions: tagOptions }],
	["tag --list", { onlyOptions: tagOptions }],
	["remote", { onlyOptions: /^(?:-v|--verbose)$/, maxOperands: 0 }],
	["remote get-url", { onlyOptions: /^(?:--all|--push)$/, maxOperands: 1 }],
	["stash list", noOutput],
	["stash show", noOutput],
	["worktree list", anything],
	["reflog", { maxOperands: 0, notOptions: noOutput.notOptions }],
	["reflog show", noOutput],
	["config --get", oneName],
	["config get", oneName],
	["config --list", noArguments],
	["config -l", noArguments],
	["config list", noArguments],
]);
