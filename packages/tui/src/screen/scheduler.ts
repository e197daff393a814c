import type { Clock } from "../clock.ts";

const FRAME_MS = 33;
const MAX_FRAME_MS = 250;
// An expensive frame is followed by a pause several times as long, to limit CPU usage.
const PAUSE_PER_COST = 4;

/** Schedules frames: at once for user input, else at a limited rate, and none without a request. */
export class FrameScheduler {
	readonly #clock: Clock;
	readonly #paint: () => void;
	#lastStartMs = Number.NEGATIVE_INFINITY;
	#lastCostMs = 0;
	#cancelTimer: (() => void) | undefined;
	#isSoon = false;
	#isActive = true;

	constructor(clock: Clock, paint: () => void) {
		this.#clock = clock;
		this.#paint = paint;
	}

	/** Something changed; requests are merged into one frame. */
	request(): void {
		if (!this.#isActive || this.#cancelTimer || this.#isSoon) return;
		const pauseMs = Math.min(MAX_FRAME_MS, Math.max(FRAME_MS, this.#lastCostMs * PAUSE_PER_COST));
		const waitMs = Math.max(0, this.#lastStartMs + pauseMs - this.#clock.now());
		this.#cancelTimer = this.#clock.after(waitMs, () => this.run());
	}

	/** Paints after the current input was handled. */
	requestSoon(): void {
		if (!this.#isActive || this.#isSoon) return;
		this.#isSoon = true;
		queueMicrotask(() => {
			if (this.#isSoon) this.run();
		});
	}

	/** Paints now, replacing the scheduled frame. */
	run(): void {
		this.#forgetPlans();
		if (!this.#isActive) return;
		const startMs = this.#clock.now();
		this.#lastStartMs = startMs;
		this.#paint();
		this.#lastCostMs = this.#clock.now() - startMs;
	}

	/** While inactive, requests are ignored. */
	setActive(active: boolean): void {
		this.#isActive = active;
		if (!active) this.#forgetPlans();
	}

	#forgetPlans(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
		this.#isSoon = false;
	}
}
