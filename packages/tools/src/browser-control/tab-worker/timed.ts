import { TabError } from "./tab-error.ts";

/** Keeps each operation within its ceiling, and knows which one is under way. */
export class Operations {
	readonly #under: { readonly name: string }[] = [];
	#budgetMs = 30_000;
	#controller = new AbortController();
	/** What may hold the page up, for those who wait. */
	hint: () => string | undefined = () => undefined;

	/** Fires when the run has to stop. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** For a run with so much time. */
	start(budgetMs: number): void {
		this.#budgetMs = budgetMs;
		this.#controller = new AbortController();
		this.#under.length = 0;
	}

	stop(): void {
		this.#controller.abort(new TabError("The run was stopped"));
	}

	/** The operation that does not come back. */
	get current(): string | undefined {
		return this.#under.at(-1)?.name;
	}

	/** Looking at the page. */
	read<T>(name: string, work: (timeoutMs: number, signal: AbortSignal) => Promise<T>): Promise<T> {
		return this.#timed(name, this.#ceiling(20_000), work);
	}

	/** Doing something with it, and waiting for it. */
	act<T>(name: string, work: (timeoutMs: number, signal: AbortSignal) => Promise<T>, wantedMs?: number): Promise<T> {
		return this.#timed(name, Math.min(wantedMs ?? Number.POSITIVE_INFINITY, this.#ceiling(15_000)), work);
	}

	/** As long as the run may take. */
	navigate<T>(name: string, work: (timeoutMs: number, signal: AbortSignal) => Promise<T>): Promise<T> {
		return this.#timed(name, this.#ceiling(Number.POSITIVE_INFINITY), work);
	}

	#ceiling(mostMs: number): number {
		return Math.max(500, Math.min(this.#budgetMs - 1000, mostMs));
	}

	async #timed<T>(
		name: string,
		timeoutMs: number,
		work: (timeoutMs: number, signal: AbortSignal) => Promise<T>,
	): Promise<T> {
		const run = this.#controller.signal;
		run.throwIfAborted();
		const entry = { name };
		this.#under.push(entry);
		const over = Promise.withResolvers<never>();
		const timer = setTimeout(() => over.reject(new TabError(this.#timeoutText(name, timeoutMs))), timeoutMs);
		const onStop = () => over.reject(run.reason);
		run.addEventListener("abort", onStop, { once: true });
		const stepController = new AbortController();
		try {
			const working = work(timeoutMs, stepController.signal);
			working.catch(() => {});
			return await Promise.race([working, over.promise]);
		} catch (error) {
			if (error instanceof Error && error.name === "TimeoutError") {
				throw new TabError(this.#timeoutText(name, timeoutMs), { cause: error });
			}
			throw error;
		} finally {
			stepController.abort();
			clearTimeout(timer);
			run.removeEventListener("abort", onStop);
			if (!run.aborted) this.#under.splice(this.#under.indexOf(entry), 1);
		}
	}

	#timeoutText(name: string, timeoutMs: number): string {
		const hint = this.hint();
		return `${name} timed out after ${timeoutMs}ms${hint === undefined ? "" : `. ${hint}`}`;
	}
}
