import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";

/** A finished reply of an arbitrary model. */
export function replyMessage(
	content: string | AssistantMessage["content"] = [],
	overrides: Partial<AssistantMessage> = {},
): AssistantMessage {
	return {
		role: "assistant",
		content: typeof content === "string" ? [{ type: "text", text: content }] : content,
		api: "x",
		provider: "x",
		model: "x",
		usage: emptyUsage(),
		stopReason: "stop",
		timestamp: 0,
		...overrides,
	};
}
