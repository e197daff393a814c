import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";

/** Tokens per second of the last reply that has usage and duration. */
export function replySpeed(messages: readonly AgentMessage[]): number | undefined {
	const reply = messages.findLast((message) => message.role === "assistant" && message.usage.output > 0);
	if (reply?.role !== "assistant" || !reply.duration) return undefined;
	return Math.round((reply.usage.output / (reply.duration / 1000)) * 10) / 10;
}
