import { waitForRest } from "../../../text-commands/text-command.ts";
import type { Mode } from "../mode.ts";
import { findCommand } from "./commands.ts";

/** Runs the command a line calls and does what it came to; what is to be said to the model is returned. */
export async function runCommandLine(line: string, mode: Mode): Promise<string | undefined> {
	const found = findCommand(line);
	if (!found) return line;
	const { command, args } = found;
	if (command.needsRest && mode.session.conversation.isStreaming) {
		mode.notify("warning", waitForRest);
		return undefined;
	}
	const outcome = await command.run({ ...mode, args });
	switch (outcome.kind) {
		case "done":
			return undefined;
		case "notice":
			mode.notify(outcome.level, outcome.text);
			return undefined;
		case "session-changed":
			mode.showSession(outcome.text);
			return undefined;
		case "prompt":
			if (outcome.notice !== undefined) mode.notify("info", outcome.notice);
			return outcome.text;
		case "quit":
			mode.quit();
			return undefined;
	}
}
