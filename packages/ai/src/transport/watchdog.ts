import { ProviderError } from "../errors/provider-error.ts";
import type { WatchdogLimits } from "../protocol/protocol.ts";

type Timer = ReturnType<typeof setTimeout>;

/**
 * Aborts a stream that is silent or never ends: `signal` fires when the first event, or the next one, is overdue, when keep-alives
 * are all that comes, and when the whole reply takes too long.
 */
export class Watchdog implements Disposable {
	readonly #limits: WatchdogLimits;
	readonly #controller = new AbortController();
	#silence: Timer | undefined;
	#quiet: Timer | undefined;
	#total: Timer | undefined;
	#begun = false;

	constructor(limits: WatchdogLimits) {
		this.#limits = limits;
		this.#silence = this.#after(limits.firstEventMs, "did not begin to answer");
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** An event has come; `isNew` if the reply grew by it. */
	progress(isNew = true): void {
		// There are thousands of events, so the timers are refreshed instead of recreated.
		if (this.#begun) {
			this.#silence?.refresh();
			if (isNew) this.#quiet?.refresh();
			return;
		}
		this.#begun = true;
		clearTimeout(this.#silence);
		this.#silence = this.#after(this.#limits.idleMs, "sent nothing more");
		this.#quiet = this.#after(this.#limits.quietMs, "sent nothing but keep-alives, and did not go on");
		this.#total = this.#after(this.#limits.totalMs, "did not finish");
	}

	/** The connection is alive; the first event is still awaited. */
	keepAlive(): void {
		if (this.#begun) this.#silence?.refresh();
	}

	[Symbol.dispose](): void {
		for (const timer of [this.#silence, this.#quiet, this.#total]) clearTimeout(timer);
	}

	/** Without a limit there is no timer. */
	#after(limitMs: number, what: string): Timer | undefined {
		if (limitMs <= 0) return undefined;
		return setTimeout(() => {
			this.#controller.abort(
				new ProviderError("transient", `The model ${what} within ${Math.round(limitMs / 1000)} s (stream timed out)`),
			);
		}, limitMs);
	}
}
