/** How long something has been going on, without the time in which the user was asked something. */
export class RunClock {
	readonly #now: () => number;
	#startedAt = 0;
	#pausedAt: number | undefined;
	#pausedMs = 0;

	constructor(now: () => number) {
		this.#now = now;
	}

	start(): void {
		this.#startedAt = this.#now();
		this.#pausedMs = 0;
		if (this.#pausedAt !== undefined) this.#pausedAt = this.#startedAt;
	}

	pause(): void {
		this.#pausedAt ??= this.#now();
	}

	resume(): void {
		if (this.#pausedAt !== undefined) this.#pausedMs += this.#now() - this.#pausedAt;
		this.#pausedAt = undefined;
	}

	get elapsedMs(): number {
		return (this.#pausedAt ?? this.#now()) - this.#startedAt - this.#pausedMs;
	}
}
