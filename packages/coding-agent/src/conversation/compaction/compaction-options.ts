import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { TextGuard } from "@oh-my-pi/pi-secrets/text-guard";
import { type CompactionPolicy, defaultCompactionPolicy } from "./compaction-policy.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Functions are called each time, as settings may change. */
export interface CompactionOptions {
	readonly policy: () => CompactionPolicy;
	readonly deadlineMs: number;
	/** The user's summary endpoint, tried before any model. */
	readonly summaryEndpoint: () => string | undefined;
	readonly fetch: Fetch;
	/** Hides secrets in what does not leave as a request to a model: pictures of text, and the user's endpoint. */
	readonly guard: () => TextGuard | undefined;
	/** Whether to use the compaction API of providers that have one. */
	readonly providerCompaction: () => boolean;
	/** Whether a full context first switches to a model with a larger window. */
	readonly contextPromotion: () => boolean;
	/** How long a provider keeps its prompt cache. */
	readonly cacheLifeMs: (model: Model | undefined) => number;
}

export const defaultCompactionOptions: CompactionOptions = {
	policy: () => defaultCompactionPolicy,
	deadlineMs: 10 * 60_000,
	summaryEndpoint: () => undefined,
	fetch,
	guard: () => undefined,
	providerCompaction: () => true,
	contextPromotion: () => true,
	cacheLifeMs: () => 5 * 60_000,
};
