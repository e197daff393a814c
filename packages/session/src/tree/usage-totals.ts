import type { Usage } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SessionEntry } from "../entry/entry.ts";
import type { EntryRecord } from "./entry-record.ts";

/** Usage of a session over all branches. */
export interface UsageStatistics {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	reasoningTokens: number;
	totalTokens: number;
	premiumRequests: number;
	/** USD. */
	cost: number;
}

export function noUsage(): UsageStatistics {
	return {
		input: 0,
		output: 0,
		cacheRead: 0,
		cacheWrite: 0,
		reasoningTokens: 0,
		totalTokens: 0,
		premiumRequests: 0,
		cost: 0,
	};
}

export function addUsage(totals: UsageStatistics, entry: SessionEntry): void {
	if (entry.type !== "message" || entry.message?.role !== "assistant" || !isRecord(entry.message.usage)) return;
	const usage: Partial<Usage> = entry.message.usage;
	for (const key of ["input", "output", "cacheRead", "cacheWrite", "totalTokens"] as const) {
		totals[key] += usage[key] ?? 0;
	}
	totals.reasoningTokens += usage.reasoningTokens ?? 0;
	totals.premiumRequests += usage.premiumRequests ?? 0;
	totals.cost += usage.cost?.total ?? 0;
}

/** Entries per slice; takes a few milliseconds. */
const SLICE = 500;

/** Sums the usage of replies over all branches. Every entry is read once. */
export class UsageCounter {
	#totals = noUsage();
	#next = 0;

	constructor(private readonly records: () => readonly EntryRecord[]) {}

	/** The total, if at most one slice must be read for it. */
	get known(): UsageStatistics | undefined {
		if (this.records().length - this.#next <= SLICE) this.#advance();
		return this.#isComplete ? { ...this.#totals } : undefined;
	}

	total(): UsageStatistics {
		while (!this.#isComplete) this.#advance();
		return { ...this.#totals };
	}

	/** Reads the rest, yielding to the event loop. */
	async complete(): Promise<void> {
		while (!this.#isComplete) {
			await new Promise((resolve) => setImmediate(resolve));
			this.#advance();
		}
	}

	/** Call when entries have changed. */
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
