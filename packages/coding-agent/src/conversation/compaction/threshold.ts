import type { Model } from "@oh-my-pi/pi-ai/model";

export interface ThresholdPolicy {
	/** A share of the window in percent; 0 and less means none. */
	readonly thresholdPercent: number;
	/** A fixed size, which wins; 0 and less means none. */
	readonly thresholdTokens: number;
	/** What the user wants kept free; without a wish it follows the window. */
	readonly reserveTokens: number | undefined;
}

const defaultReserve = 16_384;
const reserveShare = 0.15;

/** How much a request may hold. */
export function inputLimit(model: Pick<Model, "contextWindow" | "maxInputTokens">): number {
	return model.maxInputTokens ?? model.contextWindow;
}

/** What is kept free for the next turn. A window so small that this would take half of it gives a share instead. */
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
