import type { RequestOptions } from "../protocol/connection.ts";

/** How a wait ended. */
export type WaitResult = "stopped" | "ended" | "running";

/** When a child ends, the root often does right after. */
const childEndGraceMs = 300;

/** Wakes those who wait for a stop or an end anywhere in a tree of sessions. */
export class TreeWatch {
	#stops = 0;
	readonly #waiting = new Set<() => void>();
	#childEnds = 0;

	stopped(): void {
		this.#stops++;
		this.wake();
	}

	childEnded(): void {
		this.#childEnds++;
		this.wake();
	}

	/** What happens from now on counts, also before `until` is called. */
	begin(isEnded: () => boolean): { until(options: RequestOptions): Promise<WaitResult> } {
		const stops = this.#stops;
		const childEnds = this.#childEnds;
		return {
			until: async ({ timeoutMs, signal }) => {
				const outcome = (): WaitResult | undefined =>
					this.#stops > stops ? "stopped" : isEnded() ? "ended" : undefined;
				const first = await this.#until(() => outcome() ?? this.#childEnds > childEnds, timeoutMs, signal);
				if (first !== true) return first || "running";
				return (await this.#until(outcome, childEndGraceMs, signal)) || "ended";
			},
		};
	}

	/** The first truthy value of the condition, or `undefined` when time is up. */
	async #until<T>(condition: () => T, timeoutMs: number, signal: AbortSignal | undefined): Promise<T | undefined> {
		const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
		const check = () => {
			const value = condition();
			if (value) resolve(value);
		};
		const onAbort = () => reject(signal?.reason);
		const timer = setTimeout(() => resolve(undefined), timeoutMs);
		this.#waiting.add(check);
		signal?.addEventListener("abort", onAbort, { once: true });
		try {
			if (signal?.aborted) onAbort();
			check();
			return await promise;
		} finally {
			clearTimeout(timer);
			this.#waiting.delete(check);
			signal?.removeEventListener("abort", onAbort);
		}
	}

	wake(): void {
		for (const check of [...this.#waiting]) check();
	}
}
