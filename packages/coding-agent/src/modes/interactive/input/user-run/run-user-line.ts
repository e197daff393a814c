import type { DialogPort, DraftPort, NoticePort, SubmitPort, WorkPort } from "../../../../commands/screen-ports.ts";
import type { ShellResult, UserShell } from "../../../../conversation/shell/user-shell.ts";
import { selectDialog } from "../../../../dialogs/select-dialog.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import type { UserRun } from "../../transcript/block.ts";
import type { UserRunEvent } from "../../transcript/reduce.ts";
import type { UserRunText } from "./parse-user-run.ts";

type UserRunPorts = DialogPort & DraftPort & NoticePort & SubmitPort & WorkPort;
type GivenRun = UserRunText & { readonly id: string };

/** Runs a command or code of the user's, one at a time, also while the model works. */
export async function runUserLine(
	given: GivenRun,
	{ shell }: OpenedConversation,
	ports: UserRunPorts,
	show: (event: UserRunEvent) => void,
): Promise<void> {
	const { draft } = ports;
	if (shell.isRunning) {
		ports.notify("warning", "A command is still running. Press Esc to stop it.");
		if (draft.isEmpty) draft.setText(lineOf(given));
		return;
	}
	const result = await ports.during("Running…", () => performUserRun(given, shell, show));
	const folder = given.language === "bash" && result.exitCode === 0 ? namedFolder(given.text) : undefined;
	if (folder !== undefined) await offerFolder(folder, ports);
}

function lineOf({ language, text, isPrivate }: UserRunText): string {
	const sign = language === "bash" ? "!" : "$";
	return `${isPrivate ? sign + sign : sign}${language === "bash" ? "" : " "}${text}`;
}

async function performUserRun(
	given: GivenRun,
	shell: UserShell,
	show: (event: UserRunEvent) => void,
): Promise<ShellResult> {
	const tell = (run: Omit<UserRun, keyof GivenRun>) => show({ type: "user_run", run: { ...given, ...run } });
	tell({ output: "" });
	const options = { excludeFromContext: given.isPrivate, onOutput: (output: string) => tell({ output }) };
	const result = await (given.language === "bash"
		? shell.run(given.text, options)
		: shell.runPython(given.text, options));
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
