import type { Model } from "../model/model.ts";

/** Fields of a row beyond the common columns. */
export type RowExtra = Partial<
	Pick<
		Model,
		| "api"
		| "baseUrl"
		| "thinking"
		| "maxInputTokens"
		| "omitMaxOutputTokens"
		| "compat"
		| "contextPromotionTarget"
		| "premiumMultiplier"
		| "applyPatchToolType"
		| "releaseDate"
	> & { tiers: NonNullable<Model["cost"]["tiers"]> }
>;

/** One model in the generated files, in compact form. */
export type ShardRow = readonly [
	id: string,
	/** 0 if it is derived from the id. */
	name: string | 0,
	contextWindow: number,
	maxTokens: number,
	flags: number,
	input: number,
	output: number,
	cacheRead: number,
	cacheWrite: number,
	extra?: RowExtra,
];

export type Shard = readonly ShardRow[];

export const rowFlags = { reasoning: 1, images: 2, noTools: 4 } as const;
