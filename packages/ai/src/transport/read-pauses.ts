export const readPauseMs = 8;

/** So many reads within so long are more than can be shown one by one. */
const fast = { reads: 16, withinMs: 32 } as const;

/**
 * When to wait before the next read. A reply that comes in hundreds of pieces a second is read in larger ones: what arrives during
 * a pause is joined, and to pass a piece on costs several times what it takes to read it.
 */
export class ReadPauses {
	readonly #now: () => number;
	#since: number;
	#reads = 0;
	#bytes = 0;
	/** Bytes of a read without a pause before it, while there are pauses. */
	#usualBytes: number | undefined;
	#isOver = false;

	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
		this.#since = now();
	}

	/** So many bytes were read. */
	isDue(bytes: number): boolean {
		if (this.#isOver) return false;
		if (this.#usualBytes !== undefined) {
			// It has become slower, or it is a body that does not join what arrives.
			this.#isOver = bytes < 2 * this.#usualBytes;
			return !this.#isOver;
		}
		this.#reads++;
		this.#bytes += bytes;
		if (this.#reads < fast.reads) return false;
		const now = this.#now();
		if (now - this.#since <= fast.withinMs) this.#usualBytes = this.#bytes / this.#reads;
		this.#since = now;
		this.#reads = 0;
		this.#bytes = 0;
		return this.#usualBytes !== undefined;
	}
}
