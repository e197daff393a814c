export const readPauseMs = 8;

/** A stream with this many reads in this time is batched. */
const fast = { reads: 16, withinMs: 32 } as const;

/**
 * Batches the reads of a very fast stream by pausing between them: the runtime joins chunks that arrive in the meantime, and
 * handling a chunk costs several times as much as reading it.
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
			// The stream has become slower, or it does not join chunks.
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
