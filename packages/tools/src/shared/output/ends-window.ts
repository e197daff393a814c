import type { OutputLimits } from "./output-limits.ts";

/** Everything while it is little; then the first and the last of it. */
export class EndsWindow {
	readonly #limits: OutputLimits;
	readonly #head: Buffer;
	#headBytes = 0;
	#tail: Buffer[] = [];
	#tailBytes = 0;
	#overflown = false;

	constructor(limits: OutputLimits) {
		this.#limits = limits;
		this.#head = Buffer.allocUnsafe(Math.max(limits.maxBytes, limits.headBytes));
	}

	wouldOverflow(bytes: number): boolean {
		return this.#overflown || this.#headBytes + bytes > this.#limits.maxBytes;
	}

	push(bytes: Buffer): void {
		const fits = !this.wouldOverflow(bytes.length);
		if (!fits) {
			if (!this.#overflown) this.#keepTail(Buffer.from(this.everythingSoFar()));
			this.#keepTail(bytes);
		}
		if (!this.#overflown) this.#headBytes += bytes.copy(this.#head, this.#headBytes);
		this.#overflown = !fits;
	}

	#keepTail(bytes: Buffer): void {
		const { tailBytes } = this.#limits;
		const kept = bytes.subarray(-tailBytes);
		this.#tail.push(kept);
		this.#tailBytes += kept.length;
		// Joined only when well over, so that the copying stays proportional to what comes in.
		if (this.#tailBytes < tailBytes * 4) return;
		const joined = Buffer.from(Buffer.concat(this.#tail).subarray(-tailBytes));
		this.#tail = [joined];
		this.#tailBytes = joined.length;
	}

	/** `undefined` once something had to go. */
	whole(): string | undefined {
		return this.#overflown ? undefined : this.everythingSoFar().toString();
	}

	ends(): { head: Buffer; tail: Buffer } {
		const head = this.#head.subarray(0, Math.min(this.#headBytes, this.#limits.headBytes));
		return { head, tail: Buffer.concat(this.#tail).subarray(-this.#limits.tailBytes) };
	}

	/** Only until the first overflow. */
	everythingSoFar(): Buffer {
		return this.#head.subarray(0, this.#headBytes);
	}
}
