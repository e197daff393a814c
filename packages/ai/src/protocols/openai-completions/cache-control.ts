import type { ModelCall } from "../../protocol.ts";
import { cacheControlOf } from "../anthropic-messages/cache-control.ts";
import type { WireMessage } from "./messages.ts";

/** For Claude behind a gateway: marks the end of the system prompt and the last text, so that the next turn finds both. */
export function markCacheable(messages: WireMessage[], call: ModelCall): void {
	const cacheControl = cacheControlOf(call);
	if (!cacheControl) return;
	const isSystem = ({ role }: WireMessage) => role === "system" || role === "developer";
	const hasText = (message: WireMessage) => message.role !== "tool" && lastText(message) !== undefined;
	const marked = new Set([messages.findLast(isSystem), messages.findLast(hasText)]);
	for (const message of marked) {
		if (!message) continue;
		if (typeof message.content === "string") message.content = [{ type: "text", text: message.content }];
		const part = message.content.findLast((candidate) => candidate.type === "text");
		if (part?.type === "text") part.cache_control = cacheControl;
	}
}

function lastText(message: WireMessage): string | undefined {
	if (typeof message.content === "string") return message.content || undefined;
	const part = message.content.findLast((candidate) => candidate.type === "text");
	return part?.type === "text" ? part.text : undefined;
}
