import type { Clock } from "../clock.ts";

/** A clock that only moves when a test advances it. */
export class ManualClock implements Clock {
	#nowMs = 0;
	#timers: Array<{ dueMs: number; run: () => void }> = [];

	now(): number {
		return this.#nowMs;
	}

	after(delayMs: number, run: () => void): () => void {
		const timer = { dueMs: this.#nowMs + delayMs, run };
		this.#timers.push(timer);
		return () => {
			this.#timers = this.#timers.filter((other) => other !== timer);
		};
	}

	/** An idle program should have no timers. */
	get pendingTimers(): number {
		return this.#timers.length;
	}

	/** Advances the time and runs due timers in order, including new ones. */
	advance(durationMs: number): void {
		const endMs = this.#nowMs + durationMs;
		for (;;) {
			const next = this.#timers.filter((timer) => timer.dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0];
			if (!next) break;
			this.#timers = this.#timers.filter((timer) => timer !== next);
			this.#nowMs = Math.max(this.#nowMs, next.dueMs);
			next.run();
		}
		this.#nowMs = endMs;
	}
}
