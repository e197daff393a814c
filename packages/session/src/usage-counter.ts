import type { EntryRecord } from "./tree/entry-record.ts";
import { addUsage, noUsage, type UsageStatistics } from "./tree/usage-totals.ts";

/** A few milliseconds' worth of reading. */
const SLICE = 500;

/** Adds up what replies have used, over all branches, since all of them were paid for. Every entry is looked at once. */
export class UsageCounter {
	#totals = noUsage();
	#next = 0;

	constructor(private readonly records: () => readonly EntryRecord[]) {}

	/** What is known without reading more than a slice of the file. */
	get known(): UsageStatistics | undefined {
		if (this.records().length - this.#next <= SLICE) this.#advance();
		return this.#isComplete ? { ...this.#totals } : undefined;
	}

	total(): UsageStatistics {
		while (!this.#isComplete) this.#advance();
		return { ...this.#totals };
	}

	/** Reads what is missing and lets others work in between. */
	async complete(): Promise<void> {
		while (!this.#isComplete) {
			await new Promise((resolve) => setImmediate(resolve));
			this.#advance();
		}
	}

	/** The entries have changed. */
	reset(): void {
		this.#totals = noUsage();
		this.#next = 0;
	}

	get #isComplete(): boolean {
		return this.#next >= this.records().length;
	}

	#advance(): void {
		const slice = this.records().slice(this.#next, this.#next + SLICE);
		for (const record of slice) {
			const entry = record.role === "assistant" ? record.entry() : undefined;
			if (entry) addUsage(this.#totals, entry);
		}
		this.#next += slice.length;
	}
}
