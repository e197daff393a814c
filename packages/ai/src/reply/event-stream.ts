import type { AssistantMessage } from "../message.ts";
import { type AssistantMessageEvent, isTerminal } from "./event.ts";

/**
 * The events of one answer, delivered in order, and its final message. A failed answer is a final message, too, so
 * `result()` rejects only on a bug in the producer (`fail`, or `end` without a result).
 */
export class AssistantMessageEventStream implements AsyncIterable<AssistantMessageEvent> {
	#queue: AssistantMessageEvent[] = [];
	#readIndex = 0;
	#waiting: PromiseWithResolvers<void> | undefined;
	#closed = false;
	#failure: { error: unknown } | undefined;
	#watch: ((event: AssistantMessageEvent) => AssistantMessageEvent | undefined) | undefined;
	readonly #final = Promise.withResolvers<AssistantMessage>();

	constructor() {
		// Consumers that only iterate see the failure there; avoid an unhandled rejection.
		this.#final.promise.catch(() => {});
	}

	push(event: AssistantMessageEvent): void {
		if (this.#closed) return;
		this.#queue.push(event);
		if (isTerminal(event)) {
			this.#closed = true;
			this.#final.resolve(event.type === "done" ? event.message : event.error);
		}
		this.#wake();
		const next = this.#watch?.(event);
		if (next) this.push(next);
	}

	/**
	 * Called with each event that is added, which costs far less than to pass all on to another stream. An event that it returns
	 * follows at once; a final one ends the answer, and what comes after it is dropped.
	 */
	watch(inspect: (event: AssistantMessageEvent) => AssistantMessageEvent | undefined): void {
		const before = this.#watch;
		this.#watch = before ? (event) => before(event) ?? inspect(event) : inspect;
		for (const event of this.#queue.slice(this.#readIndex)) {
			const next = inspect(event);
			if (next) this.push(next);
		}
	}

	/** Ends with an exception; only for bugs, as a provider's failure is an `error` event. */
	fail(error: unknown): void {
		if (this.#closed) return;
		this.#closed = true;
		this.#failure = { error };
		this.#final.reject(error);
		this.#wake();
	}

	end(result?: AssistantMessage): void {
		if (this.#closed) return;
		this.#closed = true;
		if (result) this.#final.resolve(result);
		else this.#final.reject(new Error("The stream ended without a result"));
		this.#wake();
	}

	result(): Promise<AssistantMessage> {
		return this.#final.promise;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<AssistantMessageEvent> {
		while (true) {
			while (this.#readIndex < this.#queue.length) {
				const event = this.#queue[this.#readIndex++];
				if (event) yield event;
			}
			this.#queue = [];
			this.#readIndex = 0;
			if (this.#failure) throw this.#failure.error;
			if (this.#closed) return;
			this.#waiting = Promise.withResolvers();
			await this.#waiting.promise;
		}
	}

	#wake(): void {
		this.#waiting?.resolve();
		this.#waiting = undefined;
	}
}
