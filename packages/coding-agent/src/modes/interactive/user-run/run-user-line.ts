import type { Mode } from "../mode.ts";
import { namedFolder, offerFolder } from "./offered-folder.ts";
import type { UserRunText } from "./parse-user-run.ts";
import { performUserRun, type UserRunEvent } from "./user-run.ts";

/** Runs what a line asked for, one at a time, whatever the model does meanwhile. */
export async function runUserLine(
	given: UserRunText & { readonly id: string },
	mode: Mode,
	show: (event: UserRunEvent) => void,
): Promise<void> {
	const { shell } = mode.session;
	if (shell.isRunning) {
		mode.notify("warning", "Something of yours is still running. Press Esc to stop it.");
		if (mode.draft.isEmpty) mode.draft.setText(lineOf(given));
		return;
	}
	const result = await mode.during("Running…", () => performUserRun(given, shell, show));
	const folder = given.language === "bash" && result.exitCode === 0 ? namedFolder(given.text) : undefined;
	if (folder !== undefined) await offerFolder(folder, mode);
}

function lineOf({ language, text, isPrivate }: UserRunText): string {
	const sign = language === "bash" ? "!" : "$";
	return `${isPrivate ? sign + sign : sign}${language === "bash" ? "" : " "}${text}`;
}
