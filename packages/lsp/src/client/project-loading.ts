import type { ServerDefinition } from "../contract/server-definition.ts";
import type { WorkProgress } from "./work-progress.ts";

/** A server that reports nothing for so long after it is ready or gets its first document has nothing to load. */
const beginMs = 1000;
const defaultLimitMs = 15_000;
/** Loading is reported in several steps with small gaps between them. */
const defaultSettleMs = 250;

/** Tells when a server has loaded its project. It waits once: later work of the server delays nobody. */
export class ProjectLoading {
	readonly #progress: WorkProgress;
	readonly limitMs: number;
	readonly #settleMs: number;
	#beginsBefore = 0;
	#deadline: number | undefined;
	#isLoaded = false;

	constructor(progress: WorkProgress, timings: ServerDefinition["readyTimings"]) {
		this.#progress = progress;
		this.limitMs = timings?.timeoutMs ?? defaultLimitMs;
		this.#settleMs = timings?.settleMs ?? defaultSettleMs;
	}

	/** The server is ready, or has got its first document: it may begin to load now. */
	mayBegin(): void {
		this.#beginsBefore = performance.now() + beginMs;
	}

	async loaded(signal: AbortSignal): Promise<void> {
		this.#deadline ??= performance.now() + this.limitMs;
		while (!this.#isLoaded) {
			signal.throwIfAborted();
			const leftMs = this.#deadline - performance.now();
			const waitMs = Math.min(this.#progress.isBusy ? leftMs : this.#quietMs(), leftMs);
			const hasChanged = waitMs > 0 && (await this.#progress.changed(waitMs, signal));
			if (!hasChanged) this.#isLoaded = true;
		}
	}

	#quietMs(): number {
		const untilBeginMs = this.#beginsBefore - performance.now();
		return this.#progress.hasBegun ? this.#settleMs : untilBeginMs;
	}
}
