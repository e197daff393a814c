import { ivOf } from "../protocol/seal.ts";

/**
 * Recognizes frames that came before: a relay could send one twice, at once or after it has dropped the connection, and a
 * prompt would run twice. The seal of a frame is never the same twice, so it stands for the frame.
 */
export class FrameMemory {
	readonly #capacity: number;
	#seen = new Set<string>();
	#earlier = new Set<string>();

	/** Of the frames before the last `capacity`, half or more are forgotten. */
	constructor(capacity: number) {
		this.#capacity = capacity;
	}

	isNew(envelope: Uint8Array): boolean {
		const iv = ivOf(envelope);
		if (this.#seen.has(iv) || this.#earlier.has(iv)) return false;
		this.#seen.add(iv);
		if (this.#seen.size >= this.#capacity) {
			this.#earlier = this.#seen;
			this.#seen = new Set();
		}
		return true;
	}
}
