import type { UiRequest } from "../protocol/frames.ts";

type Unnumbered = UiRequest extends infer Request
	? Request extends UiRequest
		? Omit<Request, "reqId">
		: never
	: never;

/** What guests answered; a dismissed question has no value. */
export interface UiAnswer {
	readonly value: string | undefined;
}

interface Waiting {
	readonly request: UiRequest;
	readonly settle: (answer: UiAnswer | undefined) => void;
}

/** Questions that are open at all guests who may write. The first answer settles one. */
export class UiRequests {
	readonly #waiting = new Map<string, Waiting>();
	readonly #newId: () => string;
	readonly #ports: { open(request: UiRequest): void; end(reqId: string): void };

	constructor(newId: () => string, ports: { open(request: UiRequest): void; end(reqId: string): void }) {
		this.#newId = newId;
		this.#ports = ports;
	}

	/** Those that a guest who joins now is asked. */
	get open(): readonly UiRequest[] {
		return [...this.#waiting.values()].map(({ request }) => request);
	}

	/** `undefined` when it was taken back, for example because the host answered. */
	async ask(question: Unnumbered, signal: AbortSignal): Promise<UiAnswer | undefined> {
		if (signal.aborted) return undefined;
		const request = { ...question, reqId: this.#newId() } as UiRequest;
		const { reqId } = request;
		const { promise, resolve } = Promise.withResolvers<UiAnswer | undefined>();
		const takeBack = () => resolve(undefined);
		signal.addEventListener("abort", takeBack, { once: true });
		this.#waiting.set(reqId, { request, settle: resolve });
		this.#ports.open(request);
		const answer = await promise;
		signal.removeEventListener("abort", takeBack);
		this.#waiting.delete(reqId);
		this.#ports.end(reqId);
		return answer;
	}

	/** False for a question that nobody asks any more, or an answer that is none of its options. */
	answer(reqId: string, value: string | undefined): boolean {
		const waiting = this.#waiting.get(reqId);
		if (!waiting) return false;
		const { request, settle } = waiting;
		const isOption = (option: string) =>
			request.kind !== "select" ||
			request.options.some((known) => (typeof known === "string" ? known : known.label) === option);
		if (value !== undefined && !isOption(value)) return false;
		settle({ value });
		return true;
	}

	end(): void {
		for (const { settle } of this.#waiting.values()) settle(undefined);
	}
}
