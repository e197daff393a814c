import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";

export interface SessionStats {
	readonly sessionFile: string | undefined;
	readonly sessionId: string;
	readonly userMessages: number;
	readonly assistantMessages: number;
	readonly toolCalls: number;
	readonly toolResults: number;
	readonly totalMessages: number;
	readonly tokens: {
		readonly input: number;
		readonly output: number;
		readonly reasoning: number;
		readonly cacheRead: number;
		readonly cacheWrite: number;
		readonly total: number;
	};
	/** USD, over all branches. */
	readonly cost: number;
	readonly premiumRequests: number;
}

/** Counts for the current path, and the cost of all branches. */
export function sessionStats(conversation: {
	readonly log: SessionLog;
	readonly messages: readonly AgentMessage[];
}): SessionStats {
	const { log, messages } = conversation;
	const count = (role: AgentMessage["role"]) => messages.filter((message) => message.role === role).length;
	const calls = messages.map((message) => (message.role === "assistant" ? toolCallsOf(message).length : 0));
	const usage = log.usage();
	return {
		sessionFile: log.file,
		sessionId: log.id,
		userMessages: count("user"),
		assistantMessages: count("assistant"),
		toolCalls: calls.reduce((sum, made) => sum + made, 0),
		toolResults: count("toolResult"),
		totalMessages: messages.length,
		tokens: {
			input: usage.input,
			output: usage.output,
			reasoning: usage.reasoningTokens,
			cacheRead: usage.cacheRead,
			cacheWrite: usage.cacheWrite,
			total: usage.totalTokens,
		},
		cost: usage.cost,
		premiumRequests: usage.premiumRequests,
	};
}
