import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";

/** How many tokens a second the last reply came with; `undefined` before there was one that says. */
export function replySpeed(messages: readonly AgentMessage[]): number | undefined {
	const reply = messages.findLast((message) => message.role === "assistant" && message.usage.output > 0);
	if (reply?.role !== "assistant" || !reply.duration) return undefined;
	return Math.round((reply.usage.output / (reply.duration / 1000)) * 10) / 10;
}
