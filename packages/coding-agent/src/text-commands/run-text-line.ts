import type { Session } from "../workbench/session.ts";
import { parseCall, type TextOutcome, waitForRest } from "./text-command.ts";
import { textCommands } from "./text-commands.ts";

/** Carries out the command a line calls, where there is no screen; `undefined` when the line is for the model as it is. */
export async function runTextLine(line: string, session: Session): Promise<TextOutcome | undefined> {
	const called = parseCall(line, textCommands);
	if (called) {
		if (called.command.needsRest && session.conversation.isStreaming) throw new Error(waitForRest);
		return called.command.run(called.args, session);
	}
	const named = parseName(line);
	const command = named && (await session.fileCommands.find(named.name));
	return command && { prompt: command.expand(named.args) };
}

/** The first word behind the slash, whatever it is, and the rest. A path is no name. */
export function parseName(line: string): { name: string; args: string } | undefined {
	const match = /^\/([^\s/]+)(?:\s([\s\S]*))?$/.exec(line.trimEnd());
	return match?.[1] === undefined ? undefined : { name: match[1], args: (match[2] ?? "").trim() };
}
