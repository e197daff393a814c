import type {
	DialogPort,
	DraftPort,
	NoticePort,
	SubmitPort,
	WorkPort,
} from "../../../../commands/contract/screen-ports.ts";
import type { ShellResult, UserShell } from "../../../../conversation/shell/user-shell.ts";
import { selectDialog } from "../../../../dialogs/select-dialog.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import type { UserRun } from "../../transcript/reduce/block.ts";
import type { UserRunEvent } from "../../transcript/reduce/reduce.ts";
import type { UserRunText } from "./parse-user-run.ts";

type UserRunPorts = DialogPort & DraftPort & NoticePort & SubmitPort & WorkPort;
type UserRunRequest = UserRunText & { readonly id: string };

/** Runs a command or code of the user's, one at a time, also while the model works. */
export async function runUserLine(
	request: UserRunRequest,
	{ shell }: OpenedConversation,
	ports: UserRunPorts,
	show: (event: UserRunEvent) => void,
): Promise<void> {
	const { draft } = ports;
	if (shell.isRunning) {
		ports.notify("warning", "A command is still running. Press Esc to stop it.");
		if (draft.isEmpty) draft.setText(formatLine(request));
		return;
	}
	const result = await ports.during("Running…", () => performUserRun(request, shell, show));
	const folder = request.language === "bash" && result.exitCode === 0 ? namedFolder(request.text) : undefined;
	if (folder !== undefined) await offerFolder(folder, ports);
}

function formatLine({ language, text, isPrivate }: UserRunText): string {
	const sign = language === "bash" ? "!" : "$";
	return `${isPrivate ? sign + sign : sign}${language === "bash" ? "" : " "}${text}`;
}

async function performUserRun(
	request: UserRunRequest,
	shell: UserShell,
	show: (event: UserRunEvent) => void,
): Promise<ShellResult> {
	const tell = (run: Omit<UserRun, keyof UserRunRequest>) => show({ type: "user_run", run: { ...request, ...run } });
	tell({ output: "" });
	const options = { excludeFromContext: request.isPrivate, onOutput: (output: string) => tell({ output }) };
	const result = await (request.language === "bash"
		? shell.run(request.text, options)
		: shell.runPython(request.text, options));
	const { output, exitCode, cancelled } = result;
	tell({ output, end: { cancelled, ...(exitCode !== undefined && { exitCode }) } });
	return result;
}

/** The folder that a command consisting of nothing but `cd` names. */
export function namedFolder(command: string): string | undefined {
	const match = /^cd\s+(?:"([^"$`\\]+)"|'([^']+)'|([^\s;&|<>$`"'\\(){}*?]+))\s*$/.exec(command);
	return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** A shell forgets its folder after each command; a user who changes it may mean the session. */
export async function offerFolder(folder: string, { ask, submit }: DialogPort & SubmitPort): Promise<void> {
	const dialog = selectDialog({
		title: `Move the session to ${folder}?`,
		items: [
			{ value: true, label: "Yes, work there from now on" },
			{ value: false, label: "No, stay here" },
		],
		filterable: false,
	});
	const answer = await ask({ ...dialog, opensUnasked: "move-session", isAwaited: true });
	if (answer) await submit(`/move ${folder}`);
}
