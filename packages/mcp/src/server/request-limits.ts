import { ServerError } from "./server-error.ts";

export interface RequestLimit {
	/** Aborted when the time is up. */
	readonly signal: AbortSignal;
	/** Starts the time again. */
	reset(): void;
	end(): void;
}

/** The longest delay a timer can have. */
const maxDelayMs = 2 ** 31 - 1;

/** Time limits of open requests. They stop while the server waits for the user, who may take longer than any server. */
export class RequestLimits {
	readonly #open = new Set<{ readonly run: () => void; readonly stop: () => void }>();
	#pauses = 0;

	/** 0 for no limit. */
	start(timeoutMs: number): RequestLimit {
		const controller = new AbortController();
		let timer: ReturnType<typeof setTimeout> | undefined;
		const stop = () => clearTimeout(timer);
		const run = () => {
			stop();
			if (timeoutMs <= 0 || this.#pauses > 0) return;
			const expire = () => controller.abort(new ServerError("timeout", `Request timeout after ${timeoutMs}ms`));
			timer = setTimeout(expire, Math.min(timeoutMs, maxDelayMs));
		};
		const limit = { run, stop };
		this.#open.add(limit);
		run();
		return {
			signal: controller.signal,
			reset: run,
			end: () => {
				this.#open.delete(limit);
				stop();
			},
		};
	}

	/** No limit expires while this runs; afterwards each has its whole time again. */
	async pausedDuring<Result>(work: () => Promise<Result>): Promise<Result> {
		this.#pauses++;
		for (const limit of this.#open) limit.stop();
		try {
			return await work();
		} finally {
			this.#pauses--;
			if (this.#pauses === 0) for (const limit of this.#open) limit.run();
		}
	}
}
