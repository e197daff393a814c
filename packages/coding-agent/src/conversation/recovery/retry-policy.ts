import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";

export interface RetryLimits {
	readonly enabled: boolean;
	readonly maxRetries: number;
	readonly baseDelayMs: number;
	/** A longer wait than this is not worth it. */
	readonly maxDelayMs: number;
}

const markerBit = 0x1000;
const transientBit = 0x20000;
const usageLimitBit = 0x2000000;
const maxBackoffMs = 8000;

/** True for a failed reply that may be asked for again: the cause passes, and nobody has seen any of it yet. */
export function isRetryable(reply: AssistantMessage): boolean {
	if (reply.stopReason === "error") return isPassing(reply) && !hasVisibleContent(reply);
	return reply.stopReason === "stop" && reply.content.every((block) => block.type === "thinking");
}

function isPassing(reply: AssistantMessage): boolean {
	const errorId = reply.errorId ?? 0;
	return (errorId & markerBit) !== 0 && (errorId & (transientBit | usageLimitBit)) !== 0;
}

function hasVisibleContent(reply: AssistantMessage): boolean {
	return reply.content.some((block) => block.type !== "thinking" && block.type !== "redactedThinking");
}

/** How long to wait before try number `attempt` (from 1); `undefined` when the server asks for more than we wait. */
export function retryWaitMs(
	reply: AssistantMessage,
	attempt: number,
	limits: RetryLimits,
	random: () => number,
): number | undefined {
	const backoff = Math.min(limits.baseDelayMs * 2 ** (attempt - 1), maxBackoffMs) * (0.75 + random() * 0.25);
	const asked = Number(/ retry-after-ms=(\d+)/.exec(reply.errorMessage ?? "")?.[1] ?? 0);
	const wait = Math.max(backoff, asked);
	return wait > limits.maxDelayMs ? undefined : Math.round(wait);
}
