import type { InputOp } from "../conversation/contract/op.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { type Commands, parseCall } from "./commands.ts";
import { refuseNeedlessWords } from "./contract/command.ts";
import { type CommandOutcome, waitForIdle } from "./contract/outcome.ts";

/** What became of a line where there is no screen. */
export interface LineOutcome {
	readonly output?: string;
	/** The output is about what went wrong. */
	readonly failed?: true;
	/** Goes on to the model. */
	readonly prompt?: string;
	/** The configuration that is different now. */
	readonly changed?: Readonly<Record<string, unknown>>;
}

/** The commands of a mode without a screen. `tell` shows what one says before what is left goes to the model. */
export function lineCommands(
	session: OpenedConversation,
	commands: Commands,
	tell: (outcome: LineOutcome) => Promise<void>,
): NonNullable<InputOp["runCommand"]> {
	return async (input) => {
		const outcome = await runLine(input.text, session, commands);
		if (!outcome) return input;
		await tell(outcome);
		return outcome.prompt === undefined ? undefined : { ...input, text: outcome.prompt };
	};
}

/** Runs the command a line calls, where there is no screen; `undefined` when the line is for the model as it is. */
export async function runLine(
	line: string,
	session: OpenedConversation,
	commands: Commands,
): Promise<LineOutcome | undefined> {
	const { command, args } = (await commands.find(line, session.fileCommands)) ?? {};
	if (command?.run && args !== undefined) {
		refuseNeedlessWords(command, args);
		if (command.needsIdle && session.conversation.isStreaming) throw new Error(waitForIdle);
		const outcome = await command.run({ args, session, commands });
		if (command.source !== "custom" || outcome.kind !== "prompt") return lineOutcome(outcome);
		return { prompt: (await filePrompt(outcome.text, session)) ?? outcome.text };
	}
	const prompt = await filePrompt(line, session);
	return prompt === undefined ? undefined : { prompt };
}

/** The prompt of the command file that a line calls. */
export async function filePrompt(line: string, { fileCommands }: OpenedConversation): Promise<string | undefined> {
	const called = parseCall(line);
	const file = called && (await fileCommands.find(called.name));
	return file && fileCommands.prompt(file, called.args);
}

function lineOutcome(outcome: CommandOutcome): LineOutcome {
	switch (outcome.kind) {
		case "notice":
			return {
				output: outcome.text,
				...(outcome.level === "error" && { failed: true }),
				...(outcome.changed && { changed: outcome.changed }),
			};
		case "session-changed":
			return { output: outcome.text };
		case "prompt":
			return { prompt: outcome.text, ...(outcome.notice !== undefined && { output: outcome.notice }) };
		case "done":
		case "quit":
			return {};
	}
}
