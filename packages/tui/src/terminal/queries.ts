import type { Clock } from "../clock.ts";
import { DEVICE_ATTRIBUTES_QUERY } from "./modes.data.ts";

const GIVE_UP_AFTER_MS = 1000;

/**
 * Pending queries, in order. Each is followed by one that every terminal answers: if that reply comes first, the query
 * is not supported.
 */
export class QueryQueue {
	readonly #clock: Clock;
	readonly #write: (data: string) => void;
	#waiting: Array<{ onSettled: () => void; cancelTimer: () => void }> = [];

	constructor(clock: Clock, write: (data: string) => void) {
		this.#clock = clock;
		this.#write = write;
	}

	get isWaiting(): boolean {
		return this.#waiting.length > 0;
	}

	/** `onSettled` runs once no more replies can come. */
	ask(query: string, onSettled: () => void): void {
		const entry = {
			onSettled,
			cancelTimer: this.#clock.after(GIVE_UP_AFTER_MS, () => {
				this.#waiting = this.#waiting.filter((other) => other !== entry);
				onSettled();
			}),
		};
		this.#waiting.push(entry);
		this.#write(query + DEVICE_ATTRIBUTES_QUERY);
	}

	/** The reply that every terminal gives has arrived. */
	settleFirst(): void {
		const entry = this.#waiting.shift();
		entry?.cancelTimer();
		entry?.onSettled();
	}

	settleAll(): void {
		while (this.isWaiting) this.settleFirst();
	}
}
