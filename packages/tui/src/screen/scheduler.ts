import type { Clock } from "../clock.ts";

const FRAME_MS = 33;
const MAX_FRAME_MS = 250;
// A frame that took long is followed by a pause several times as long, so that painting never eats the machine.
const PAUSE_PER_COST = 4;

/** Decides when to paint: at once for what the user types, else at a steady rate, and not at all when nobody asked. */
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

	/** Something changed; many calls make one frame. */
	request(): void {
		if (!this.#isActive || this.#cancelTimer || this.#isSoon) return;
		const pauseMs = Math.min(MAX_FRAME_MS, Math.max(FRAME_MS, this.#lastCostMs * PAUSE_PER_COST));
		const waitMs = Math.max(0, this.#lastStartMs + pauseMs - this.#clock.now());
		this.#cancelTimer = this.#clock.after(waitMs, () => this.run());
	}

	/** Paints as soon as the current input has been dealt with. */
	requestSoon(): void {
		if (!this.#isActive || this.#isSoon) return;
		this.#isSoon = true;
		queueMicrotask(() => {
			if (this.#isSoon) this.run();
		});
	}

	/** Paints now, in place of whatever was planned. */
	run(): void {
		this.#forgetPlans();
		if (!this.#isActive) return;
		const startMs = this.#clock.now();
		this.#lastStartMs = startMs;
		this.#paint();
		this.#lastCostMs = this.#clock.now() - startMs;
	}

	/** While inactive, requests are dropped. */
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
