import type { ShellResult, UserShell } from "../../../conversation/shell/user-shell.ts";
import type { UserRunText } from "./parse-user-run.ts";

/** Something the user runs by hand, as far as it has come. */
export interface UserRun extends UserRunText {
	readonly id: string;
	readonly output: string;
	/** How it ended, when it has. */
	readonly end?: { readonly exitCode?: number; readonly cancelled: boolean };
}

/** What the screen is told about it: the whole of it, each time there is more. */
export interface UserRunEvent {
	readonly type: "user_run";
	readonly run: UserRun;
}

export async function performUserRun(
	given: UserRunText & { readonly id: string },
	shell: UserShell,
	show: (event: UserRunEvent) => void,
): Promise<ShellResult> {
	const tell = (run: Omit<UserRun, keyof typeof given>) => show({ type: "user_run", run: { ...given, ...run } });
	tell({ output: "" });
	const options = { excludeFromContext: given.isPrivate, onOutput: (output: string) => tell({ output }) };
	const result = await (given.language === "bash"
		? shell.run(given.text, options)
		: shell.runPython(given.text, options));
	const { output, exitCode, cancelled } = result;
	tell({ output, end: { cancelled, ...(exitCode !== undefined && { exitCode }) } });
	return result;
}
