/** How long to work before yielding to the event loop. */
const turnMs = 8;
/** Reading the clock costs about as much as checking a file. */
const looksEvery = 4;

/** Splits synchronous work into slices, so that a large tree or slow disk does not block the event loop. */
export class Turns {
	readonly #signal: AbortSignal;
	#endsAt: number;
	#asked = 0;

	constructor(signal: AbortSignal, firstMs = turnMs) {
		signal.throwIfAborted();
		this.#signal = signal;
		this.#endsAt = performance.now() + firstMs;
	}

	/** Check after every unit of work. */
	get isOver(): boolean {
		this.#asked++;
		return this.#asked % looksEvery === 0 && performance.now() > this.#endsAt;
	}

	async next(): Promise<void> {
		await new Promise((resolve) => setImmediate(resolve));
		this.#signal.throwIfAborted();
		this.#endsAt = performance.now() + turnMs;
	}
}
