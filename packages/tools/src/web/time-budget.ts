/** A limit on time that can be held while the user is asked. */
export class TimeBudget implements Disposable {
	readonly #controller = new AbortController();
	readonly #reason: () => Error;
	#leftMs: number;
	#startedAt = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#holds = 0;

	constructor(ms: number, reason: () => Error) {
		this.#leftMs = ms;
		this.#reason = reason;
		this.#start();
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** Time stands still until the last hold ends. */
	readonly hold = (isWaiting: boolean): void => {
		this.#holds += isWaiting ? 1 : -1;
		if (isWaiting && this.#holds === 1) {
			clearTimeout(this.#timer);
			this.#leftMs -= performance.now() - this.#startedAt;
		} else if (!isWaiting && this.#holds === 0) this.#start();
	};

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
	}

	#start(): void {
		this.#startedAt = performance.now();
		this.#timer = setTimeout(() => this.#controller.abort(this.#reason()), Math.max(0, this.#leftMs));
	}
}
