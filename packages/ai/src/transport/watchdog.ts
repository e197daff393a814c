import { ProviderError } from "../errors/provider-error.ts";
import type { WatchdogLimits } from "../protocol.ts";

/** Aborts a silent stream: `signal` fires when the first event, or the next one, is overdue. */
export class Watchdog implements Disposable {
	readonly #limits: WatchdogLimits;
	readonly #controller = new AbortController();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#begun = false;

	constructor(limits: WatchdogLimits) {
		this.#limits = limits;
		this.#arm();
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	progress(): void {
		// There are thousands of events, so the timer is refreshed instead of recreated.
		if (this.#begun) {
			this.#timer?.refresh();
			return;
		}
		this.#begun = true;
		this.#arm();
	}

	/** The connection is alive; the first event is still awaited. */
	keepAlive(): void {
		if (this.#begun) this.#timer?.refresh();
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
	}

	#arm(): void {
		clearTimeout(this.#timer);
		const limitMs = this.#begun ? this.#limits.idleMs : this.#limits.firstEventMs;
		if (limitMs <= 0) return;
		this.#timer = setTimeout(() => {
			const what = this.#begun ? "sent nothing more" : "did not begin to answer";
			this.#controller.abort(
				new ProviderError("transient", `The model ${what} within ${Math.round(limitMs / 1000)} s (stream timed out)`),
			);
		}, limitMs);
	}
}
