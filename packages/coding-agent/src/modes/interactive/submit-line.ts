import type { ConversationEvent } from "../../conversation/event.ts";
import type { Mode } from "./mode.ts";
import { parseUserCommand, runUserCommand } from "./user-command.ts";

/** Does what a line asks for: a command, something for the shell, or words for the model. */
export async function submitLine(
	text: string,
	mode: Mode,
	show: (event: ConversationEvent) => void,
	newId: () => string,
): Promise<void> {
	if (text.trim() === "") return;
	const { conversation, shell } = mode.session;
	if (text.startsWith("/")) {
		// There are many commands, and most sessions begin without one.
		const { runCommandLine } = await import("./commands/run-command-line.ts");
		const rest = await runCommandLine(text, mode);
		if (rest === undefined) return;
		return conversation.submit({ type: "steer", text: rest });
	}
	const command = parseUserCommand(text);
	if (command) return runUserCommand(command, shell, newId(), show);
	// A message sent while the model works steers it; the conversation starts a run when it rests.
	return conversation.submit({ type: "steer", text });
}
