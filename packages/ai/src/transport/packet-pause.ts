/** A packet that had to be waited for so long ends a burst. */
const quickMs = 5;
const burst = { packets: 32, bytes: 128 * 1024 } as const;
/** Less than between two frames of a screen. */
const pauseMs = 16;
/** So much at a time needs no gathering. */
const enough = 64 * 1024;

/**
 * Gathers the packets of a long and very fast reply. There can be a thousand of them in a second, and passing one on costs more
 * than what it contains.
 */
export class PacketPause {
	readonly #now: () => number;
	#readyAt: number;
	#packets = 0;
	#bytes = 0;

	constructor(now: () => number) {
		this.#now = now;
		this.#readyAt = now();
	}

	/** To be called when a packet was handled, with its length. */
	async beforeNext(length: number): Promise<void> {
		const isQuick = this.#now() - this.#readyAt < quickMs;
		this.#packets = isQuick ? this.#packets + 1 : 0;
		this.#bytes = isQuick ? this.#bytes + length : 0;
		if (this.#packets > burst.packets && this.#bytes > burst.bytes && length < enough) await Bun.sleep(pauseMs);
		this.#readyAt = this.#now();
	}
}
