const baseDelayMs = 500;
const maxDelayMs = 8000;

/** Exponential backoff with some jitter, so that many clients do not come back at the same moment. */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
	const full = Math.min(baseDelayMs * 2 ** attempt, maxDelayMs);
	return full * (0.75 + random() * 0.25);
}
