import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { ConversationEvent } from "../event/event.ts";
import type { FinishedRun } from "../hooks/finished-run.ts";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import { askedWaitMs, failureKind } from "./failure-kind.ts";
import type { FoundModel } from "./model-directory.ts";
import type { ModelFallback } from "./model-fallback.ts";
import { isAnswered, isRetryable, isTooLong, type RetryLimits, wishedWaitMs } from "./retry-policy.ts";

/** Puts the credential that hit a limit on cooldown and switches to another; else returns when the first is free again. */
export type SwitchCredential = (
	model: Model,
	limit: { readonly retryAfterMs?: number },
) => Promise<{ readonly switched: boolean; readonly freeInMs?: number }>;

interface AutoRetryPorts {
	readonly limits: RetryLimits;
	readonly sleep: typeof sleep;
	readonly emit: (event: ConversationEvent) => Promise<void>;
	readonly model: () => Model | undefined;
	readonly fallback: Pick<ModelFallback, "choose" | "apply" | "noteSuccess">;
	readonly switchCredential: SwitchCredential;
	/** Adds a hidden message. */
	readonly tellModel: (customType: string, text: string) => void;
	/** Drops state that the provider keeps between requests. */
	readonly resetProviderState: () => void;
	readonly random?: () => number;
}

/** Retry after a wait, perhaps with another model, or the final error. */
type Plan = { readonly waitMs: number; readonly other?: FoundModel } | { readonly giveUp: string };

/** Retries failed replies with backoff; an abort ends the backoff at once. */
export class AutoRetry implements Hook {
	readonly name = "auto-retry";
	readonly order = hookOrder.retry;
	readonly #ports: AutoRetryPorts;
	#attempt = 0;
	#isWaiting = false;

	constructor(ports: AutoRetryPorts) {
		this.#ports = ports;
	}

	get isWaiting(): boolean {
		return this.#isWaiting;
	}

	async settle(run: FinishedRun): Promise<"continue" | "pass"> {
		const { reply, signal } = run;
		if (signal.aborted) await this.#finish("Retry cancelled");
		const plan = reply && !signal.aborted ? await this.#waited(reply, run) : undefined;
		if (!reply || !plan) return "pass";
		// Before a model change is logged, so that the change stays on the path.
		if (!isAnswered(reply, run.messages)) run.dropReply();
		if (failureKind(reply) === "thinking-loop") this.#ports.tellModel("thinking-loop-redirect", redirection);
		if (plan.other) await this.#ports.fallback.apply(plan.other);
		return "continue";
	}

	/** A successful reply resets the count. */
	onEvent(event: ConversationEvent): Promise<void> | undefined {
		if (event.type !== "message_end" || event.message.role !== "assistant") return undefined;
		return this.#observe(event.message);
	}

	async #observe(reply: AssistantMessage): Promise<void> {
		if (reply.stopReason === "error" || reply.stopReason === "aborted" || isRetryable(reply)) return;
		await this.#finish(undefined);
		await this.#ports.fallback.noteSuccess();
	}

	/** Waits for the next attempt; `undefined` when there is none. */
	async #waited(reply: AssistantMessage, run: FinishedRun): Promise<{ other?: FoundModel } | undefined> {
		const isRefusal = failureKind(reply) === "refusal";
		if (!this.#ports.limits.enabled || (!isRefusal && !isRetryable(reply, run.messages))) {
			await this.#finish(reply.errorMessage ?? "The reply was aborted");
			return undefined;
		}
		const errorMessage = reply.errorMessage ?? "The model returned an empty reply";
		const plan = await this.#plan(reply, errorMessage);
		if ("giveUp" in plan) {
			// A wait that is too long ends the first attempt, which has not been reported yet.
			if (plan.giveUp !== errorMessage) this.#attempt = Math.max(this.#attempt, 1);
			await this.#finish(plan.giveUp);
			return undefined;
		}
		this.#attempt++;
		await this.#ports.emit({
			type: "auto_retry_start",
			attempt: this.#attempt,
			maxAttempts: this.#ports.limits.maxRetries,
			delayMs: plan.waitMs,
			errorMessage,
			...(reply.errorId !== undefined && { errorId: reply.errorId }),
		});
		if (await this.#slept(plan.waitMs, run.signal)) return plan;
		await this.#finish("Retry cancelled");
		return undefined;
	}

	async #plan(reply: AssistantMessage, errorMessage: string): Promise<Plan> {
		const { limits, fallback } = this.#ports;
		const kind = failureKind(reply);
		if (kind === "stale-replay") this.#ports.resetProviderState();
		const limited = kind === "usage-limit" ? await this.#anotherKey(reply) : undefined;
		if (limited?.switched) return this.#afresh();
		const wished = wishedWaitMs(reply, this.#attempt + 1, limits, this.#ports.random ?? Math.random);
		const waitMs = limited?.freeInMs === undefined ? wished : soonest(limited.freeInMs, askedWaitMs(reply), wished);
		const isExhausted = this.#attempt >= limits.maxRetries;
		const wantsOther = isExhausted || kind === "usage-limit" || kind === "refusal" || isTooLong(waitMs, limits);
		const other = wantsOther ? await fallback.choose(reply) : undefined;
		if (other) return this.#afresh(other);
		if (isExhausted || kind === "refusal") return { giveUp: errorMessage };
		if (!isTooLong(waitMs, limits)) return { waitMs };
		const tooLong = `Provider requested ${waitMs}ms wait, exceeds retry.maxDelayMs (${limits.maxDelayMs}ms).`;
		return { giveUp: `${tooLong} Original error: ${errorMessage}` };
	}

	/** Another credential or model starts with a full retry budget and no backoff. */
	#afresh(other?: FoundModel): Plan {
		this.#attempt = 0;
		return { waitMs: 0, ...(other && { other }) };
	}

	async #anotherKey(reply: AssistantMessage): ReturnType<SwitchCredential> {
		const model = this.#ports.model();
		if (!model) return { switched: false };
		const retryAfterMs = askedWaitMs(reply);
		return this.#ports.switchCredential(model, retryAfterMs > 0 ? { retryAfterMs } : {});
	}

	async #slept(delayMs: number, signal: AbortSignal): Promise<boolean> {
		this.#isWaiting = true;
		try {
			await this.#ports.sleep(delayMs, { signal });
			return true;
		} catch {
			// Canceled: the original error stays.
			return false;
		} finally {
			this.#isWaiting = false;
		}
	}

	async #finish(finalError: string | undefined): Promise<void> {
		const attempt = this.#attempt;
		this.#attempt = 0;
		if (attempt === 0) return;
		const failure = finalError === undefined ? {} : { finalError };
		await this.#ports.emit({ type: "auto_retry_end", success: finalError === undefined, attempt, ...failure });
	}
}

const redirection =
	"<system-notice>Your thinking went in circles and was stopped. Do not go over the same ground again: decide, and act on what you know.</system-notice>";

/** With a retry-after of the server, whichever is sooner; otherwise when the first credential is free. */
function soonest(freeInMs: number, askedMs: number, wishedMs: number): number {
	return askedMs > 0 ? Math.min(freeInMs, wishedMs) : freeInMs;
}
