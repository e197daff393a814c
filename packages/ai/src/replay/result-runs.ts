import type { Message, ToolResultMessage } from "../message.ts";

/** Groups consecutive results, for protocols that send all results of a turn together. */
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
