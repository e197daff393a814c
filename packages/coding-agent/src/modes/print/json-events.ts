import type { Conversation } from "../../conversation/conversation.ts";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import type { CliOutput } from "../../process/io.ts";

/** Writes the session header and then every event, one JSON object a line; a slow reader slows the conversation. */
export async function jsonEvents(conversation: Conversation, output: CliOutput, header: unknown): Promise<() => void> {
	const writeLine = (value: unknown) => output.write(`${JSON.stringify(value)}\n`);
	await writeLine(header);
	return conversation.subscribe((event) => writeLine(withoutGrowth(event)));
}

/** The message as it grows would be written again with every word; its end has all of it. */
function withoutGrowth(event: ConversationEvent): unknown {
	if (event.type !== "message_update") return event;
	const { message: _, assistantMessageEvent, ...rest } = event;
	const { partial: __, ...update } = assistantMessageEvent as { partial?: unknown };
	return { ...rest, assistantMessageEvent: update };
}
