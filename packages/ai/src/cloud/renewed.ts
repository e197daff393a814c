import { raceAbort } from "@oh-my-pi/pi-utils/abort";

/** Something that expires, in milliseconds since the epoch; without an expiry it is valid until refused. */
export interface Perishable {
	readonly expiresAt?: number;
}

const skewMs = 60_000;

/**
 * Caches one credential and renews it a minute before expiry. Concurrent callers share one fetch, which the abort of
 * one does not cancel.
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

	/** The cached value was refused; the next caller gets a new one. */
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
