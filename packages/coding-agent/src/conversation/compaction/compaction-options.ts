import type { Model } from "@oh-my-pi/pi-ai/model";
import { type CompactionPolicy, defaultCompactionPolicy } from "./compaction-policy.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a conversation is compacted. Functions are asked each time, as settings may change. */
export interface CompactionOptions {
	readonly policy: () => CompactionPolicy;
	readonly deadlineMs: number;
	/** An endpoint of the user's that writes summaries, asked before any model. */
	readonly summaryEndpoint: () => string | undefined;
	readonly fetch: Fetch;
	/** Whether providers with an own compaction API use it. */
	readonly providerCompaction: () => boolean;
	/** Whether a full context moves to a larger sibling of the model first. */
	readonly contextPromotion: () => boolean;
	/** How long a provider keeps its prompt cache. */
	readonly cacheLifeMs: (model: Model | undefined) => number;
}

export const defaultCompactionOptions: CompactionOptions = {
	policy: () => defaultCompactionPolicy,
	deadlineMs: 10 * 60_000,
	summaryEndpoint: () => undefined,
	fetch,
	providerCompaction: () => true,
	contextPromotion: () => true,
	cacheLifeMs: () => 5 * 60_000,
};
