/** The clock of the terminal engine; tests pass their own. */
export interface Clock {
	/** Monotonic milliseconds. */
	now(): number;
	/** Runs once after the delay, unless the returned function is called first. */
	after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	after(delayMs, run) {
		const timer = setTimeout(run, delayMs);
		return () => clearTimeout(timer);
	},
};
