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
	#waiting: Array<{ onSettled: (isAnswered: boolean) => void; cancelTimer: () => void; isFence: boolean }> = [];

	constructor(clock: Clock, write: (data: string) => void) {
		this.#clock = clock;
		this.#write = write;
	}

	/** A reply is due. That to a fence does not count: there are many, and the Escape key must not wait for them. */
	get isWaiting(): boolean {
		return this.#waiting.some(({ isFence }) => !isFence);
	}

	/** `onSettled` runs once no more replies can come. */
	ask(query: string, onSettled: () => void): void {
		const entry = {
			isFence: false,
			onSettled,
			cancelTimer: this.#clock.after(GIVE_UP_AFTER_MS, () => {
				this.#waiting = this.#waiting.filter((other) => other !== entry);
				onSettled();
			}),
		};
		this.#waiting.push(entry);
		this.#write(query + DEVICE_ATTRIBUTES_QUERY);
	}

	/** Resolves when the terminal has processed everything written so far; false if that will not be known. */
	fence(): Promise<boolean> {
		return new Promise((resolve) => {
			this.#waiting.push({ isFence: true, onSettled: resolve, cancelTimer: () => {} });
			this.#write(DEVICE_ATTRIBUTES_QUERY);
		});
	}

	/** The reply that every terminal gives has arrived. */
	settleFirst(): void {
		this.#settle(true);
	}

	settleAll(): void {
		while (this.#waiting.length > 0) this.#settle(false);
	}

	#settle(isAnswered: boolean): void {
		const entry = this.#waiting.shift();
		entry?.cancelTimer();
		entry?.onSettled(isAnswered);
	}
}
