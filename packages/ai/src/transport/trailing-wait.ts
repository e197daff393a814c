const defaultLimitMs = 2500;

/** Ends the reading when what trails an answer stays away. */
export class TrailingWait implements Disposable {
	readonly #over = Promise.withResolvers<void>();
	readonly #limitMs: number;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(limitMs = defaultLimitMs) {
		this.#limitMs = limitMs;
	}

	/** Resolves when the wait, once begun, has lasted long enough. */
	get over(): Promise<void> {
		return this.#over.promise;
	}

	begin(): void {
		this.#timer ??= setTimeout(() => this.#over.resolve(), this.#limitMs);
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
	}
}
