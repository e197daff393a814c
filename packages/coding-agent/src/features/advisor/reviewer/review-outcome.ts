import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { askedWaitMs, failureKind, isBudgetStop } from "../../../conversation/recovery/failure-kind.ts";
import { isRetryable } from "../../../conversation/recovery/retry-policy.ts";

/** What became of one attempt to review an update. */
export type ReviewOutcome =
	| { readonly kind: "done" }
	/** Its turn counts for nothing: it asked for a tool that it does not have. */
	| { readonly kind: "discarded" }
	/** The advisor was reset or ended meanwhile. */
	| { readonly kind: "stopped" }
	| { readonly kind: "failed"; readonly reason: string; readonly mayRetry: boolean }
	/** A quota or a spending cap. */
	| { readonly kind: "exhausted"; readonly reason: string; readonly waitMs: number };

const defaultPauseMs = 5 * 60_000;

export function judgeReply(reply: AssistantMessage | undefined, messages: readonly AgentMessage[]): ReviewOutcome {
	if (!reply) return { kind: "failed", reason: "no answer", mayRetry: true };
	if (reply.stopReason === "aborted")
		return { kind: "failed", reason: reply.errorMessage ?? "aborted", mayRetry: true };
	if (reply.stopReason !== "error") return { kind: "done" };
	const reason = firstLine(reply.errorMessage);
	if (isBudgetStop(reply) || failureKind(reply) === "usage-limit")
		return { kind: "exhausted", reason, waitMs: askedWaitMs(reply) || defaultPauseMs };
	return { kind: "failed", reason, mayRetry: isRetryable(reply, messages) };
}

function firstLine(text = "unknown error"): string {
	const [line = ""] = text
		.replace(/ retry-after-ms=\d+/, "")
		.trim()
		.split("\n");
	return line.slice(0, 200);
}
