/** Bounds how many agents of each parent run at once. */
export class ConcurrencyLimits {
	readonly #limit: () => number;
	readonly #slots = new Map<string, Slots>();

	/** No limit when it is 0 or less. */
	constructor(limit: () => number) {
		this.#limit = limit;
	}

	of(parentId: string): Slots {
		const known = this.#slots.get(parentId);
		if (known) return known;
		const slots = new Slots(this.#limit);
		this.#slots.set(parentId, slots);
		return slots;
	}
}

/** The places of one parent; the limit may change while some wait. */
export class Slots {
	readonly #limit: () => number;
	readonly #waiting: Array<() => void> = [];
	#taken = 0;

	/** No limit when it is 0 or less. */
	constructor(limit: () => number) {
		this.#limit = limit;
	}

	/** Waits for a place; gives the function that leaves it. Rejects with the signal's reason. */
	async take(signal: AbortSignal): Promise<() => void> {
		signal.throwIfAborted();
		if (!this.#hasRoom) await this.#turn(signal);
		else this.#taken++;
		let isTaken = true;
		return () => {
			if (!isTaken) return;
			isTaken = false;
			this.#taken--;
			this.#next();
		};
	}

	get #hasRoom(): boolean {
		const limit = this.#limit();
		return limit <= 0 || this.#taken < limit;
	}

	#next(): void {
		while (this.#waiting.length > 0 && this.#hasRoom) {
			this.#taken++;
			this.#waiting.shift()?.();
		}
	}

	#turn(signal: AbortSignal): Promise<void> {
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const begin = () => {
			signal.removeEventListener("abort", leave);
			resolve();
		};
		const leave = () => {
			const place = this.#waiting.indexOf(begin);
			if (place >= 0) this.#waiting.splice(place, 1);
			reject(signal.reason);
		};
		this.#waiting.push(begin);
		signal.addEventListener("abort", leave, { once: true });
		return promise;
	}
}
