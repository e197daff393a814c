import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";

type Token = number | string;

interface Work {
	readonly title: string;
	readonly detail: string;
}

const maxWorks = 1000;
const maxChars = 200;

/** What a server says it is busy with. */
export class WorkProgress {
	readonly #works = new Map<Token, Work>();
	readonly #listeners = new Set<() => void>();
	#hasBegun = false;

	/** Whether anything has been reported since the server was started. */
	get hasBegun(): boolean {
		return this.#hasBegun;
	}

	get isBusy(): boolean {
		return this.#works.size > 0;
	}

	/** `Indexing: 3/10 (30%)`; `undefined` when it is not busy. */
	get description(): string | undefined {
		const work = [...this.#works.values()].at(-1);
		return work && oneLine([work.title, work.detail].filter(Boolean).join(": "), maxChars);
	}

	/** `$/progress`. Partial results, which are sent in the same way, have no kind. */
	receive(params: unknown): void {
		if (!isRecord(params) || !isRecord(params.value)) return;
		const { token, value } = params;
		if (typeof token !== "number" && typeof token !== "string") return;
		const known = this.#works.get(token);
		const detail = describeDetail(value);
		if (value.kind === "begin") this.#begin(token, { title: readText(value.title), detail });
		else if (value.kind === "report" && known) this.#works.set(token, { ...known, detail });
		else if (value.kind === "end") this.#end(token);
	}

	/** `experimental/serverStatus` of rust-analyzer. */
	receiveStatus(params: unknown): void {
		if (!isRecord(params) || typeof params.quiescent !== "boolean") return;
		if (params.quiescent) this.#end(statusToken);
		else this.#begin(statusToken, { title: readText(params.message) || "loading", detail: "" });
	}

	/** Resolves with `true` when work begins or ends, with `false` when the time is up. */
	changed(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
		if (signal.aborted) return Promise.reject(signal.reason);
		const { promise, resolve, reject } = Promise.withResolvers<boolean>();
		const onChange = () => resolve(true);
		const onAbort = () => reject(signal.reason);
		const timer = setTimeout(() => resolve(false), timeoutMs);
		this.#listeners.add(onChange);
		signal.addEventListener("abort", onAbort, { once: true });
		return promise.finally(() => {
			clearTimeout(timer);
			this.#listeners.delete(onChange);
			signal.removeEventListener("abort", onAbort);
		});
	}

	#begin(token: Token, work: Work): void {
		if (this.#works.size >= maxWorks) return;
		this.#hasBegun = true;
		this.#works.set(token, work);
		this.#announce();
	}

	#end(token: Token): void {
		if (this.#works.delete(token)) this.#announce();
	}

	#announce(): void {
		for (const listener of this.#listeners) listener();
	}
}

const statusToken = "experimental/serverStatus";

function describeDetail({ message, percentage }: Record<string, unknown>): string {
	const percent = typeof percentage === "number" ? `(${Math.round(percentage)}%)` : "";
	return [readText(message), percent].filter(Boolean).join(" ");
}

function readText(value: unknown): string {
	return typeof value === "string" ? value.slice(0, maxChars) : "";
}
