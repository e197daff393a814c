import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type AssistantMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import { askedWaitMs, failureKind } from "./failure-kind.ts";

export interface RetryLimits {
	readonly enabled: boolean;
	readonly maxRetries: number;
	readonly baseDelayMs: number;
	/** Longest acceptable wait; 0 or less: no limit. */
	readonly maxDelayMs: number;
}

const maxBackoffMs = 8000;

/**
 * True for a failed reply that may be requested again: the failure is transient and none of its calls was executed. A
 * refusal is only retried with another model.
 */
export function isRetryable(reply: AssistantMessage, messages: readonly AgentMessage[] = []): boolean {
	switch (failureKind(reply)) {
		case "usage-limit":
		case "rate-limit":
		case "capacity":
		case "transient":
		case "thinking-loop":
		case "stale-replay":
			return isAnswered(reply, messages) || !hasResults(reply, messages);
		case undefined:
			return isEmptyStop(reply) || isEmptyAbort(reply);
		default:
			return false;
	}
}

/** True for a reply whose calls all have results: it is kept, and the retry continues after it. */
export function isAnswered(reply: AssistantMessage, messages: readonly AgentMessage[]): boolean {
	const answered = resultsAfter(reply, messages);
	const calls = toolCallsOf(reply);
	return calls.length > 0 && calls.every(({ id }) => answered.has(id));
}

/** Whether a call of it was executed, so that asking again could do the same twice. */
function hasResults(reply: AssistantMessage, messages: readonly AgentMessage[]): boolean {
	const answered = resultsAfter(reply, messages);
	return toolCallsOf(reply).some(({ id }) => answered.has(id));
}

function resultsAfter(reply: AssistantMessage, messages: readonly AgentMessage[]): ReadonlySet<string> {
	const after = messages.slice(messages.indexOf(reply) + 1);
	return new Set(after.flatMap((message) => (message.role === "toolResult" ? [message.toolCallId] : [])));
}

export function hasVisibleContent(reply: AssistantMessage): boolean {
	return reply.content.some((block) => {
		if (block.type === "text") return block.text.trim() !== "";
		return block.type !== "thinking" && block.type !== "redactedThinking";
	});
}

/** Backoff before retry number `attempt` (from 1), not capped by the limits. */
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

/** Aborted neither by the user nor by a guard, which give a reason. */
function isEmptyAbort(reply: AssistantMessage): boolean {
	return reply.stopReason === "aborted" && reply.errorMessage === "Request was aborted" && !hasVisibleContent(reply);
}
