import type { Usage } from "../message.ts";
import type { ModelCost } from "../model/model.ts";

export function emptyUsage(): Usage {
	return {
		input: 0,
		output: 0,
		cacheRead: 0,
		cacheWrite: 0,
		totalTokens: 0,
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
	};
}

/** Computes total and cost from the token counts, at the price tier of the prompt's size. */
export function settleUsage(usage: Usage, prices: ModelCost, multiplier = 1): void {
	const promptTokens = usage.input + usage.cacheRead + usage.cacheWrite;
	const price = priceFor(prices, promptTokens);
	usage.totalTokens = promptTokens + usage.output;
	const cost = usage.cost;
	cost.input = (usage.input / 1e6) * price.input * multiplier;
	cost.output = (usage.output / 1e6) * price.output * multiplier;
	cost.cacheRead = (usage.cacheRead / 1e6) * price.cacheRead * multiplier;
	cost.cacheWrite = (usage.cacheWrite / 1e6) * price.cacheWrite * multiplier;
	cost.total = cost.input + cost.output + cost.cacheRead + cost.cacheWrite;
}

/** Scales the estimated cost to the actual charge. */
export function scaleCost(usage: Usage, chargedUsd: number): void {
	const { cost } = usage;
	const factor = cost.total > 0 ? chargedUsd / cost.total : 0;
	cost.input *= factor;
	cost.output *= factor;
	cost.cacheRead *= factor;
	cost.cacheWrite *= factor;
	cost.total = chargedUsd;
}

function priceFor(prices: ModelCost, promptTokens: number): Omit<ModelCost, "tiers"> {
	let price: Omit<ModelCost, "tiers"> = prices;
	let reached = -1;
	for (const tier of prices.tiers ?? []) {
		if (promptTokens > tier.inputTokensAbove && tier.inputTokensAbove > reached) {
			price = { ...prices, ...tier };
			reached = tier.inputTokensAbove;
		}
	}
	return price;
}
