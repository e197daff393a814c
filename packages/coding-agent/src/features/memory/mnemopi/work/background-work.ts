import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { BankSet } from "../banks/bank-set.ts";
import type { EmbeddingClient } from "../models/embedding-client.ts";
import type { ModelRequests } from "../models/model-requests.ts";
import { extractAll, mergeAll } from "./derive.ts";
import { embedMissing } from "./embed.ts";

interface WorkParts {
	readonly banks: BankSet;
	readonly embeddings: EmbeddingClient;
	readonly models: ModelRequests;
	readonly redact: (text: string) => string;
	/** Names this omp in leases. */
	readonly owner: string;
	/** How long a session is open before it does what others have left over. */
	readonly idleMs?: number;
}

/** While the first answer is made; a session that is over at once asks no model for its memory. */
const usualIdleMs = 1000;
/** This many episodes are merged into a summary. */
const usualMerge = 8;
/** Requests that are under way when omp ends are waited for this long. */
const lastRequestMs = 1000;

export interface WorkDone {
	readonly facts: number;
	readonly summaries: number;
	readonly vectors: number;
}

/** Work behind the session's back, one piece after the other: extraction, summaries, vectors. It ends with the session. */
export class BackgroundWork {
	readonly #parts: WorkParts;
	/** Nothing more is begun. */
	readonly #ending = new AbortController();
	/** Requests are aborted. */
	readonly #stop = new AbortController();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#last: Promise<void> = Promise.resolve();

	constructor(parts: WorkParts) {
		this.#parts = parts;
	}

	/** What is left over: vectors now, the rest after a while. */
	soon(): void {
		clearTimeout(this.#timer);
		void this.run(() => this.embed());
		this.#timer = setTimeout(() => void this.run(() => this.deriveAndEmbed()), this.#parts.idleMs ?? usualIdleMs);
		this.#timer.unref?.();
	}

	/** Runs a piece of work after those before it; a failure is left to the next session. */
	run(work: () => Promise<unknown>): Promise<void> {
		this.#last = this.#last.then(async () => {
			if (this.#ending.signal.aborted) return;
			try {
				await work();
			} catch (error) {
				logIgnored("the memory goes on with this later", error);
			}
		});
		return this.#last;
	}

	async deriveAndEmbed(minMerge = usualMerge): Promise<WorkDone> {
		const { banks, models } = this.#parts;
		const bank = banks.find(banks.scope.own);
		let [facts, summaries] = [0, 0];
		if (bank && models.isOn) {
			const parts = { ...this.#parts, bank, signal: this.#stop.signal, ending: this.#ending.signal };
			try {
				facts = await extractAll(parts);
				summaries = await mergeAll(parts, { minCount: minMerge });
			} catch (error) {
				logIgnored("the memory asks the model again later", error);
			}
		}
		return { facts, summaries, vectors: await this.embed() };
	}

	async embed(): Promise<number> {
		const { banks, embeddings } = this.#parts;
		const bank = banks.find(banks.scope.own);
		return bank ? embedMissing(bank, embeddings, this.#stop.signal) : 0;
	}

	/** Nothing more is begun; requests that are under way, and paid for, have a moment to be answered. */
	stop(): void {
		clearTimeout(this.#timer);
		const ends = new Error("omp ends");
		this.#ending.abort(ends);
		setTimeout(() => this.#stop.abort(ends), lastRequestMs).unref?.();
	}

	get ended(): Promise<void> {
		return this.#last;
	}
}
