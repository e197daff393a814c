import type { Model } from "@oh-my-pi/pi-ai/model";
import { type CompactionPolicy, defaultCompactionPolicy } from "./compaction/compaction-policy.ts";
import type { CompactionHooks } from "./compaction/compaction-result.ts";
import type { Fetch } from "./compaction/remote-summary.ts";
import type { SwitchCredential } from "./recovery/auto-retry.ts";
import { type ModelDirectory, noOtherModels } from "./recovery/model-directory.ts";
import type { FallbackPolicy } from "./recovery/model-fallback.ts";
import type { Confirm, FindHeadroom, ReservePolicy } from "./recovery/usage-reserve.ts";

/** How a conversation is kept going. All of it has a default, under which only the model itself is asked. */
export interface UpkeepOptions {
	/** Asked anew each time, as settings may change. */
	readonly compaction: () => CompactionPolicy;
	readonly compactionHooks: CompactionHooks;
	/** No compaction may take longer. */
	readonly compactionDeadlineMs: number;
	/** Where summaries are had from before a model is asked. */
	readonly summaryEndpoint: () => string | undefined;
	readonly fetch: Fetch;
	/** Whether a provider that can may make compactions of its own. */
	readonly providerCompaction: () => boolean;
	readonly contextPromotion: () => boolean;
	/** A model that announces something and stops is asked to go on. */
	readonly noticesUnexpectedStops: () => boolean;
	readonly fallback: () => FallbackPolicy;
	readonly usageReserve: () => ReservePolicy;
	readonly headroom: FindHeadroom;
	/** Puts a question to the user. */
	readonly confirm: Confirm;
	readonly models: ModelDirectory;
	readonly switchCredential: SwitchCredential;
	/** What was sent to this model is not changed afterwards, so that it may keep its work on it. */
	readonly appendOnly: (model: Model) => boolean;
	/** How long a provider remembers the beginning of a request. */
	readonly cacheLifeMs: (model: Model | undefined) => number;
}

export const defaultUpkeep: UpkeepOptions = {
	compaction: () => defaultCompactionPolicy,
	compactionHooks: {},
	compactionDeadlineMs: 10 * 60_000,
	summaryEndpoint: () => undefined,
	fetch,
	providerCompaction: () => true,
	contextPromotion: () => true,
	noticesUnexpectedStops: () => false,
	fallback: () => ({ enabled: true, chains: {}, revertPolicy: "cooldown-expiry" }),
	usageReserve: () => ({ enabled: false, reservePercent: 10, action: "confirm" }),
	headroom: async () => undefined,
	confirm: async () => undefined,
	models: noOtherModels,
	switchCredential: async () => ({ switched: false }),
	appendOnly: () => false,
	cacheLifeMs: () => 5 * 60_000,
};
