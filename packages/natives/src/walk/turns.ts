/** How long one thing may be done before others have their turn. */
const turnMs = 8;
/** Looking at the clock costs about as much as looking at a file. */
const looksEvery = 4;

/** Parts work that never waits into turns, so that a slow disk or a large tree holds nobody up. */
export class Turns {
	readonly #signal: AbortSignal;
	#endsAt: number;
	#asked = 0;

	constructor(signal: AbortSignal, firstMs = turnMs) {
		signal.throwIfAborted();
		this.#signal = signal;
		this.#endsAt = performance.now() + firstMs;
	}

	/** To be asked after every bit of work. */
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
