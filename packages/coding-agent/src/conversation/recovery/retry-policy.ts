import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type AssistantMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import { askedWaitMs, failureKind } from "./failure-kind.ts";

export interface RetryLimits {
	readonly enabled: boolean;
	readonly maxRetries: number;
	readonly baseDelayMs: number;
	/** A longer wait than this is not worth it; 0 and less: every wait is. */
	readonly maxDelayMs: number;
}

const maxBackoffMs = 8000;

/**
 * True for a failed reply that may be asked for again: the cause passes, and nobody has seen any of it yet. A refusal
 * does not pass; only another model may see it differently.
 */
export function isRetryable(reply: AssistantMessage, messages: readonly AgentMessage[] = []): boolean {
	switch (failureKind(reply)) {
		case "usage-limit":
		case "rate-limit":
		case "capacity":
		case "transient":
		case "thinking-loop":
		case "stale-replay":
			return !hasVisibleContent(reply) || isAnswered(reply, messages);
		case undefined:
			return isEmptyStop(reply) || isEmptyAbort(reply);
		default:
			return false;
	}
}

/** True for a reply whose calls have all been carried out: it stays, and what follows is asked for. */
export function isAnswered(reply: AssistantMessage, messages: readonly AgentMessage[]): boolean {
	const after = messages.slice(messages.indexOf(reply) + 1);
	const results = new Set(after.flatMap((message) => (message.role === "toolResult" ? [message.toolCallId] : [])));
	const calls = toolCallsOf(reply);
	return calls.length > 0 && calls.every(({ id }) => results.has(id));
}

export function hasVisibleContent(reply: AssistantMessage): boolean {
	return reply.content.some((block) => {
		if (block.type === "text") return block.text.trim() !== "";
		return block.type !== "thinking" && block.type !== "redactedThinking";
	});
}

/** How long to wait before try number `attempt` (from 1), whatever the limits say about it. */
export function wishedWaitMs(
	reply: AssistantMessage,
	attempt: number,
	limits: Pick<RetryLimits, "baseDelayMs">,
	random: () => number,
): number {
	if (failureKind(reply) === "stale-replay") return 0;
	const backoff = Math.min(limits.baseDelayMs * 2 ** (attempt - 1), maxBackoffMs) * (0.75 + random() * 0.25);
	return Math.round(Math.max(backoff, askedWaitMs(reply)));
}

export function isTooLong(waitMs: number, { maxDelayMs }: Pick<RetryLimits, "maxDelayMs">): boolean {
	return maxDelayMs > 0 && waitMs > maxDelayMs;
}

function isEmptyStop(reply: AssistantMessage): boolean {
	return reply.stopReason === "stop" && !hasVisibleContent(reply);
}

/** Broken off by neither the user nor a guard: those say why. */
function isEmptyAbort(reply: AssistantMessage): boolean {
	return reply.stopReason === "aborted" && reply.errorMessage === "Request was aborted" && !hasVisibleContent(reply);
}
