/** Lets so many prompts run at once; the others wait in the order they came. */
export class PromptQueue {
	#free: number;
	readonly #waiting: Array<() => void> = [];

	constructor(count: number) {
		this.#free = count;
	}

	/** Resolves with the way to give the slot back. Rejects when the signal fires first. */
	async take(signal: AbortSignal, onWait: () => void): Promise<Disposable> {
		signal.throwIfAborted();
		if (this.#free > 0) this.#free--;
		else {
			onWait();
			await this.#turn(signal);
		}
		let isTaken = true;
		return {
			[Symbol.dispose]: () => {
				if (isTaken) this.#giveBack();
				isTaken = false;
			},
		};
	}

	#giveBack(): void {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#free++;
	}

	#turn(signal: AbortSignal): Promise<void> {
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const leave = () => {
			this.#waiting.splice(this.#waiting.indexOf(next), 1);
			reject(signal.reason);
		};
		const next = () => {
			signal.removeEventListener("abort", leave);
			resolve();
		};
		this.#waiting.push(next);
		signal.addEventListener("abort", leave, { once: true });
		return promise;
	}
}
