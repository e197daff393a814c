export type AbandonReason = "timeout" | "abort" | "ended";

interface Waiting<Reply> {
	readonly resolve: (reply: Reply) => void;
	readonly giveUp: (why: AbandonReason) => void;
	readonly onUpdate: ((update: unknown) => void) | undefined;
}

export interface Question<Reply> {
	send(id: string): Promise<void>;
	/** What counts when the time is over, the question is taken back, or the host has gone. */
	instead(why: AbandonReason): Reply;
	/** Tells the host that no answer is needed any more. */
	onAbandoned?(id: string): void;
	onUpdate?(update: unknown): void;
	readonly signal?: AbortSignal | undefined;
	readonly timeoutMs?: number | undefined;
}

/** Questions to the host that wait for its answer; each gets exactly one, from the host or from here. */
export class PendingRequests<Reply> {
	readonly #waiting = new Map<string, Waiting<Reply>>();
	readonly #newId: () => string;
	#hasEnded = false;

	constructor(newId: () => string) {
		this.#newId = newId;
	}

	async ask(question: Question<Reply>): Promise<Reply> {
		const { signal, timeoutMs } = question;
		if (this.#hasEnded) return question.instead("ended");
		if (signal?.aborted) return question.instead("abort");
		const id = this.#newId();
		const { promise, resolve } = Promise.withResolvers<Reply>();
		const giveUp = (why: AbandonReason) => {
			if (!this.#waiting.delete(id)) return;
			if (why !== "ended") question.onAbandoned?.(id);
			resolve(question.instead(why));
		};
		this.#waiting.set(id, { resolve, giveUp, onUpdate: question.onUpdate?.bind(question) });
		const onAbort = () => giveUp("abort");
		signal?.addEventListener("abort", onAbort, { once: true });
		const timer = timeoutMs === undefined ? undefined : setTimeout(() => giveUp("timeout"), timeoutMs);
		try {
			await question.send(id);
			return await promise;
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
			this.#waiting.delete(id);
		}
	}

	/** An id nobody waits for is passed over. */
	answer(id: string, reply: Reply): void {
		const request = this.#waiting.get(id);
		this.#waiting.delete(id);
		request?.resolve(reply);
	}

	update(id: string, update: unknown): void {
		this.#waiting.get(id)?.onUpdate?.(update);
	}

	/** The host will not answer any more. */
	end(): void {
		this.#hasEnded = true;
		for (const { giveUp } of [...this.#waiting.values()]) giveUp("ended");
	}
}
