import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type ToolCall, type ToolResultMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";

export interface AnsweredCall {
	readonly call: ToolCall;
	readonly result: ToolResultMessage;
}

/** Calls with their results, in the order of the results. Ids may repeat, so a result belongs to the latest call before it. */
export function answeredCalls(messages: readonly AgentMessage[]): AnsweredCall[] {
	const waiting = new Map<string, ToolCall>();
	const answered: AnsweredCall[] = [];
	for (const message of messages) {
		if (message.role === "assistant") for (const call of toolCallsOf(message)) waiting.set(call.id, call);
		if (message.role !== "toolResult") continue;
		const call = waiting.get(message.toolCallId);
		waiting.delete(message.toolCallId);
		if (call) answered.push({ call, result: message });
	}
	return answered;
}
