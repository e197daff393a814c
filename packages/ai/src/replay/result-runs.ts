import type { Message, ToolResultMessage } from "../message.ts";

/** The messages with each unbroken run of results as one list, for wires that carry all results of a turn together. */
export function resultRuns(
	messages: readonly Message[],
): Array<Exclude<Message, ToolResultMessage> | ToolResultMessage[]> {
	const items: Array<Exclude<Message, ToolResultMessage> | ToolResultMessage[]> = [];
	for (const message of messages) {
		if (message.role !== "toolResult") {
			items.push(message);
			continue;
		}
		const last = items.at(-1);
		if (Array.isArray(last)) last.push(message);
		else items.push([message]);
	}
	return items;
}
