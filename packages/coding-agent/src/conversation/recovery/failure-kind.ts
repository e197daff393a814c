import { classifyFailure } from "@oh-my-pi/pi-ai/errors/classify";
import { errorBits } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";

/** Failures by how they are recovered from. */
export type FailureKind =
	| "overflow"
	| "usage-limit"
	| "rate-limit"
	| "capacity"
	| "transient"
	| "thinking-loop"
	| "stale-replay"
	| "refusal"
	| "permanent";

/** `undefined` for a successful reply. */
export function failureKind(reply: AssistantMessage): FailureKind | undefined {
	if (reply.stopReason !== "error") return undefined;
	const type = reply.stopDetails?.type;
	if (type === "refusal" || type === "sensitive") return "refusal";
	const has = (bit: number) => ((reply.errorId ?? 0) & (errorBits.marker | bit)) === (errorBits.marker | bit);
	if (has(errorBits.overflow)) return "overflow";
	if (has(errorBits.usageLimit)) return "usage-limit";
	if (has(errorBits.refusal)) return "refusal";
	if (has(errorBits.transient)) return passingKind(reply);
	const isClassified = ((reply.errorId ?? 0) & errorBits.marker) !== 0;
	return !isClassified && wordedKind(reply) === "stale-replay" ? "stale-replay" : "permanent";
}

/** True for a reply that a spending cap ended, or did not allow. */
export function isBudgetStop({ stopReason, errorId = 0 }: AssistantMessage): boolean {
	const bits = errorBits.marker | errorBits.budget;
	return stopReason === "error" && (errorId & bits) === bits;
}

/** The server's retry-after. */
export function askedWaitMs(reply: AssistantMessage): number {
	return Number(/ retry-after-ms=(\d+)/.exec(reply.errorMessage ?? "")?.[1] ?? 0);
}

/** The error id only says that it is transient; the kind is in the message. */
function passingKind(reply: AssistantMessage): FailureKind {
	if (/thinking went in circles/.test(reply.errorMessage ?? "")) return "thinking-loop";
	switch (wordedKind(reply)) {
		case "rate-limit":
		case "concurrency":
			return "rate-limit";
		case "overloaded":
			return "capacity";
		default:
			return "transient";
	}
}

function wordedKind(reply: AssistantMessage) {
	return classifyFailure(reply.errorStatus, reply.errorMessage ?? "");
}
