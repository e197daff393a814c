import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { ConversationEvent } from "../event.ts";
import type { FinishedRun, SettleStep } from "../settle-step.ts";
import { isRetryable, type RetryLimits, retryWaitMs } from "./retry-policy.ts";

interface AutoRetryPorts {
	readonly limits: RetryLimits;
	readonly sleep: typeof sleep;
	readonly emit: (event: ConversationEvent) => Promise<void>;
	readonly random?: () => number;
}

/** Counts the tries of one prompt and waits between them; a wait ends at once when it is cancelled. */
export class AutoRetry implements SettleStep {
	readonly name = "auto-retry";
	readonly #ports: AutoRetryPorts;
	#attempt = 0;
	#waiting: AbortController | undefined;

	constructor(ports: AutoRetryPorts) {
		this.#ports = ports;
	}

	async settle(run: FinishedRun): Promise<"go-on" | "pass"> {
		const { reply } = run;
		if (!reply || !(await this.#wantsAnother(reply, run.signal))) return "pass";
		run.dropReply();
		return "go-on";
	}

	/** Has waited when it says yes. */
	async #wantsAnother(reply: AssistantMessage, signal: AbortSignal): Promise<boolean> {
		const { limits, emit } = this.#ports;
		if (!limits.enabled || !isRetryable(reply)) {
			await this.#finish(reply.stopReason === "error" ? reply.errorMessage : undefined);
			return false;
		}
		const errorMessage = reply.errorMessage ?? "The model gave an empty answer";
		const delayMs = retryWaitMs(reply, this.#attempt + 1, limits, this.#ports.random ?? Math.random);
		if (this.#attempt >= limits.maxRetries || delayMs === undefined) {
			await this.#finish(errorMessage);
			return false;
		}
		this.#attempt++;
		const errorId = reply.errorId === undefined ? {} : { errorId: reply.errorId };
		const counts = { attempt: this.#attempt, maxAttempts: limits.maxRetries };
		await emit({ type: "auto_retry_start", ...counts, delayMs, errorMessage, ...errorId });
		if (await this.#waited(delayMs, signal)) return true;
		await this.#finish("Retry cancelled");
		return false;
	}

	get isWaiting(): boolean {
		return this.#waiting !== undefined;
	}

	/** Ends the wait between two tries, if there is one. */
	cancel(): void {
		this.#waiting?.abort();
	}

	async #waited(delayMs: number, signal: AbortSignal): Promise<boolean> {
		this.#waiting = new AbortController();
		try {
			await this.#ports.sleep(delayMs, { signal: AbortSignal.any([signal, this.#waiting.signal]) });
			return true;
		} catch {
			// Cancelled; the failure it was about stands.
			return false;
		} finally {
			this.#waiting = undefined;
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
