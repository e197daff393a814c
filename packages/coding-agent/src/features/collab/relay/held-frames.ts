/** Bytes that may wait in all rooms together; a room takes its part before it keeps a frame. */
export class ByteBudget {
	#left: number;

	constructor(bytes: number) {
		this.#left = bytes;
	}

	take(bytes: number): boolean {
		if (bytes > this.#left) return false;
		this.#left -= bytes;
		return true;
	}

	give(bytes: number): void {
		this.#left += bytes;
	}
}

/** Frames of guests that wait until the host has caught up, guest by guest. */
export class HeldFrames {
	readonly #budget: ByteBudget;
	readonly #limits: { readonly bytes: number; readonly bytesEach: number };
	#bytes = 0;
	readonly #frames = new Map<number, { readonly frames: Uint8Array[]; bytes: number }>();

	/** `limits`: of all guests together, and of one. */
	constructor(budget: ByteBudget, limits: { readonly bytes: number; readonly bytesEach: number }) {
		this.#budget = budget;
		this.#limits = limits;
	}

	has(peer: number): boolean {
		return this.#frames.has(peer);
	}

	/** False when this guest, or all of them, would hold too much. */
	keep(peer: number, frame: Uint8Array): boolean {
		const held = this.#frames.get(peer) ?? { frames: [], bytes: 0 };
		const { bytes, bytesEach } = this.#limits;
		const isTooMuch = held.bytes + frame.length > bytesEach || this.#bytes + frame.length > bytes;
		if (isTooMuch || !this.#budget.take(frame.length)) return false;
		this.#bytes += frame.length;
		held.frames.push(frame);
		held.bytes += frame.length;
		this.#frames.set(peer, held);
		return true;
	}

	/** The oldest frame of the guest whose turn it is. */
	next(): { readonly frame: Uint8Array; readonly peer: number; readonly isLast: boolean } | undefined {
		const [peer, held] = this.#frames.entries().next().value ?? [];
		const frame = held?.frames.shift();
		if (peer === undefined || held === undefined || frame === undefined) return undefined;
		held.bytes -= frame.length;
		this.#release(frame.length);
		// The others come first now.
		this.#frames.delete(peer);
		const isLast = held.frames.length === 0;
		if (!isLast) this.#frames.set(peer, held);
		return { frame, peer, isLast };
	}

	drop(peer: number): void {
		this.#release(this.#frames.get(peer)?.bytes ?? 0);
		this.#frames.delete(peer);
	}

	clear(): void {
		for (const peer of [...this.#frames.keys()]) this.drop(peer);
	}

	#release(bytes: number): void {
		this.#bytes -= bytes;
		this.#budget.give(bytes);
	}
}
