import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import { type AssistantMessage, joinText, type ToolCall, type ToolResultMessage } from "@oh-my-pi/pi-ai/message";

const maxArgumentChars = 120;

/** A short transcript: messages in full, tool calls in one line each. */
export function transcript(messages: readonly AgentMessage[]): string {
	const results = new Map(
		messages.flatMap((message) => (message.role === "toolResult" ? [[message.toolCallId, message] as const] : [])),
	);
	const parts = messages.flatMap((message) => {
		if (!isLlmMessage(message)) return [];
		switch (message.role) {
			case "user":
				return [`## user\n\n${joinText(message.content)}`];
			case "assistant":
				return [`## assistant\n\n${spoken(message, results)}`];
			default:
				return [];
		}
	});
	return parts.length === 0 ? "Nothing was said yet." : parts.join("\n\n");
}

function spoken(message: AssistantMessage, results: ReadonlyMap<string, ToolResultMessage>): string {
	const lines = message.content.flatMap((block) => {
		if (block.type === "text") return block.text === "" ? [] : [block.text];
		return block.type === "toolCall" ? [callLine(block, results.get(block.id))] : [];
	});
	return lines.join("\n") || `(${message.errorMessage ?? message.stopReason})`;
}

function callLine(call: ToolCall, result: ToolResultMessage | undefined): string {
	const args = JSON.stringify(call.arguments);
	const shown = args.length > maxArgumentChars ? `${args.slice(0, maxArgumentChars)}…` : args;
	if (!result) return `→ ${call.name}(${shown}) ⇒ no result`;
	const count = joinText(result.content).trimEnd().split("\n").length;
	return `→ ${call.name}(${shown}) ⇒ ${result.isError ? "error" : "ok"} · ${count} ${count === 1 ? "line" : "lines"}`;
}
