/** Time as the terminal engine sees it; a test makes one up. */
export interface Clock {
	/** Milliseconds since some moment; never goes back. */
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
