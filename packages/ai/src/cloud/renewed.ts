import { raceAbort } from "@oh-my-pi/pi-utils/abort";

/** Something with an end date, in milliseconds since the epoch; without one it is good until it is refused. */
export interface Perishable {
	readonly expiresAt?: number;
}

const skewMs = 60_000;

/**
 * Keeps one credential and fetches the next a minute before it ends. All who ask at the same time wait for the same
 * fetch, and one who gives up does not spoil it for the others.
 */
export class Renewed<T extends Perishable> {
	readonly #load: () => Promise<T>;
	readonly #now: () => number;
	#held: T | undefined;
	#loading: Promise<T> | undefined;

	constructor(load: () => Promise<T>, now: () => number) {
		this.#load = load;
		this.#now = now;
	}

	get(options: { signal?: AbortSignal | undefined } = {}): Promise<T> {
		if (this.#held && this.#isFresh(this.#held)) return Promise.resolve(this.#held);
		this.#loading ??= this.#renew();
		return raceAbort(this.#loading, options.signal);
	}

	/** The provider refused what we hold; the next one who asks gets a new one. */
	invalidate(): void {
		this.#held = undefined;
		this.#loading = undefined;
	}

	#renew(): Promise<T> {
		const loading = this.#load()
			.then((value) => {
				if (this.#loading === loading) this.#held = value;
				return value;
			})
			.finally(() => {
				if (this.#loading === loading) this.#loading = undefined;
			});
		return loading;
	}

	#isFresh(value: T): boolean {
		return value.expiresAt === undefined || value.expiresAt - skewMs > this.#now();
	}
}
