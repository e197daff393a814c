import type { Model } from "@oh-my-pi/pi-ai/model/model";

export interface ThresholdPolicy {
	/** Percent of the window; 0 or less means unset. */
	readonly thresholdPercent: number;
	/** Takes precedence over the percentage; 0 or less means unset. */
	readonly thresholdTokens: number;
	/** Tokens to keep free; derived from the window when `undefined`. */
	readonly reserveTokens: number | undefined;
}

const defaultReserve = 16_384;
const reserveShare = 0.15;

/** Tokens that a request may hold. */
export function inputLimit(model: Pick<Model, "contextWindow" | "maxInputTokens">): number {
	return model.maxInputTokens ?? model.contextWindow;
}

/** Tokens kept free for the next turn; for a small window a share of it. */
export function reserveTokens(limit: number, wished: number | undefined): number {
	if (wished !== undefined) return wished;
	const share = Math.ceil(limit * reserveShare);
	const reserve = Math.max(defaultReserve, share);
	return limit - reserve < limit / 2 ? share : reserve;
}

/** A context larger than this is compacted. */
export function compactionThreshold(limit: number, policy: ThresholdPolicy): number {
	if (policy.thresholdTokens > 0) return policy.thresholdTokens;
	if (policy.thresholdPercent > 0) return Math.floor((limit * policy.thresholdPercent) / 100);
	return limit - reserveTokens(limit, policy.reserveTokens);
}
