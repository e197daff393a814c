import type { FrontEnd } from "../../../workbench/contract/front-end.ts";
import type { GuestFrame, UiRequest } from "../protocol/frames.ts";

/** The host's questions at a guest's terminal, one after the other; one that was answered elsewhere is taken away. */
export class GuestQuestions {
	readonly #frontEnd: Pick<FrontEnd, "dialogs">;
	readonly #send: (frame: GuestFrame) => void;
	readonly #open = new Map<string, AbortController>();
	#last: Promise<unknown> = Promise.resolve();

	constructor(frontEnd: Pick<FrontEnd, "dialogs">, send: (frame: GuestFrame) => void) {
		this.#frontEnd = frontEnd;
		this.#send = send;
	}

	ask(request: UiRequest): void {
		const { reqId } = request;
		if (this.#open.has(reqId)) return;
		const end = new AbortController();
		this.#open.set(reqId, end);
		this.#last = this.#last
			.then(() => this.#put(request, end.signal))
			.catch(() => {
				// Somebody else can still answer.
			})
			.finally(() => this.#open.get(reqId) === end && this.#open.delete(reqId));
	}

	takeBack(reqId: string): void {
		this.#open.get(reqId)?.abort();
		// The host may ask it once more.
		this.#open.delete(reqId);
	}

	/** Takes all of them back, as when the host cannot be reached: they may be settled before it can. */
	end(): void {
		for (const reqId of [...this.#open.keys()]) this.takeBack(reqId);
	}

	async #put(request: UiRequest, signal: AbortSignal): Promise<void> {
		if (signal.aborted) return;
		const dialogs = await this.#frontEnd.dialogs?.();
		if (!dialogs) return;
		const value = await (request.kind === "editor"
			? dialogs.input(request.title, undefined, { signal, text: request.prefill ?? "", mayBeEmpty: true })
			: dialogs.select(request.title, request.options.map(labelOf), { signal, ...findCurrent(request) }));
		if (signal.aborted) return;
		this.#send({ t: "ui-response", reqId: request.reqId, ...(value !== undefined && { value }) });
	}
}

function labelOf(option: Extract<UiRequest, { kind: "select" }>["options"][number]): string {
	return typeof option === "string" ? option : option.label;
}

function findCurrent({ options, initialIndex }: Extract<UiRequest, { kind: "select" }>): { current?: string } {
	const option = options[initialIndex ?? -1];
	return option === undefined ? {} : { current: labelOf(option) };
}
