import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { type Commands, parseCall } from "./commands.ts";
import { type CommandOutcome, waitForIdle } from "./outcome.ts";

/** What became of a line where there is no screen. */
export interface LineOutcome {
	readonly output?: string;
	/** Goes on to the model. */
	readonly prompt?: string;
	/** The configuration that is different now. */
	readonly changed?: Readonly<Record<string, unknown>>;
}

/** Runs the command a line calls, where there is no screen; `undefined` when the line is for the model as it is. */
export async function runLine(
	line: string,
	session: OpenedConversation,
	commands: Commands,
): Promise<LineOutcome | undefined> {
	const { command, args } = (await commands.find(line)) ?? {};
	if (command?.run && args !== undefined) {
		if (command.needsIdle && session.conversation.isStreaming) throw new Error(waitForIdle);
		return lineOutcome(await command.run({ args, session, commands }));
	}
	const called = parseCall(line);
	const file = called && (await session.fileCommands.find(called.name));
	return file && { prompt: await session.fileCommands.prompt(file, called.args) };
}

function lineOutcome(outcome: CommandOutcome): LineOutcome {
	switch (outcome.kind) {
		case "notice":
			return { output: outcome.text, ...(outcome.changed && { changed: outcome.changed }) };
		case "session-changed":
			return { output: outcome.text };
		case "prompt":
			return { prompt: outcome.text, ...(outcome.notice !== undefined && { output: outcome.notice }) };
		case "done":
		case "quit":
			return {};
	}
}
