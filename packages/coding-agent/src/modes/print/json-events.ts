import type { CliOutput } from "../../cli/io.ts";
import type { Conversation } from "../../conversation/conversation.ts";

/** Writes the session header and then every event, one JSON object a line; a slow reader slows the conversation. */
export async function jsonEvents(conversation: Conversation, output: CliOutput, header: unknown): Promise<() => void> {
	const writeLine = (value: unknown) => output.write(`${JSON.stringify(value)}\n`);
	await writeLine(header);
	return conversation.subscribe(writeLine);
}
