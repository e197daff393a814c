import type { AssistantContent, AssistantMessage, ToolResultMessage, UserMessage } from "@oh-my-pi/pi-ai/message";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";

/** Messages with default values for fields that a test does not care about. */
export function user(text: string): UserMessage {
	return { role: "user", content: [{ type: "text", text }], attribution: "user", timestamp: 1 };
}

export function assistant(
	content: string | AssistantContent[],
	rest: Partial<Omit<AssistantMessage, "role" | "content">> = {},
): AssistantMessage {
	return replyMessage(content, {
		api: "anthropic-messages",
		provider: "acme",
		model: "a-1",
		usage: {
			input: 100,
			output: 20,
			cacheRead: 0,
			cacheWrite: 0,
			totalTokens: 120,
			cost: { input: 0.25, output: 0.5, cacheRead: 0, cacheWrite: 0, total: 0.75 },
		},
		timestamp: 2,
		...rest,
	});
}

/** A reply that calls tools, one per id. */
export function calling(...ids: string[]): AssistantMessage {
	const calls = ids.map((id) => ({ type: "toolCall" as const, id, name: "bash", arguments: { command: "true" } }));
	return assistant(calls, { stopReason: "toolUse" });
}

export function result(toolCallId: string, rest: Partial<ToolResultMessage> = {}): ToolResultMessage {
	return {
		role: "toolResult",
		toolCallId,
		toolName: "bash",
		content: [{ type: "text", text: "done" }],
		isError: false,
		timestamp: 3,
		...rest,
	};
}
