import { type AssistantMessageEvent, isTerminal } from "./event.ts";
import type { AssistantMessage } from "./message.ts";

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
