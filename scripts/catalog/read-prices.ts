import { join } from "node:path";
import type { ModelCost } from "../../packages/ai/src/model/model.ts";
import type { Facts } from "./facts.ts";
import { folderOf } from "./sources.ts";

export interface PriceBook {
	/** Price and context window of the model at that provider. */
	find(provider: string, id: string): Facts | undefined;
	idsOf(provider: string): readonly string[];
}

/** The data of `@pydantic/genai-prices`, which matches ids to its entries itself. */
export async function readPrices(folder: string): Promise<PriceBook> {
	const source = (await import(join(folderOf(folder, "@pydantic/genai-prices"), "dist/index.js"))) as PriceSource;
	return {
		find(provider, id) {
			const found = source.calcPrice({ input_tokens: 1, output_tokens: 1 }, id, { providerId: provider });
			if (!found || found.provider.id !== source.findProvider({ providerId: provider })?.id) return undefined;
			return {
				...(found.model.name && { name: found.model.name }),
				...(found.model.context_window && { contextWindow: found.model.context_window }),
				cost: buildCost(found.model_price),
			};
		},
		idsOf: (provider) => {
			const models = source.findProvider({ providerId: provider })?.models ?? [];
			return models.filter((model) => !model.deprecated).map((model) => model.id);
		},
	};
}

type Price = number | { base: number; tiers: Array<{ start: number; price: number }> } | undefined;

interface PriceSource {
	calcPrice(
		usage: Record<string, number>,
		id: string,
		options: { providerId: string },
	): { model: SourceModel; provider: { id: string }; model_price: Record<string, Price> } | null;
	findProvider(options: { providerId: string }): { id: string; models: SourceModel[] } | undefined;
}

interface SourceModel {
	id: string;
	name?: string;
	context_window?: number;
	deprecated?: boolean;
}

// Cached tokens without a price are billed like others.
const columns = [
	["input", "input_mtok"],
	["output", "output_mtok"],
	["cacheRead", "cache_read_mtok"],
	["cacheWrite", "cache_write_mtok"],
] as const;

function buildCost(prices: Record<string, Price>): ModelCost {
	const base = (price: Price) => (typeof price === "object" ? price.base : price);
	const input = base(prices.input_mtok) ?? 0;
	const cost: ModelCost = {
		input,
		output: base(prices.output_mtok) ?? 0,
		cacheRead: base(prices.cache_read_mtok) ?? input,
		cacheWrite: base(prices.cache_write_mtok) ?? input,
	};
	const starts = new Set<number>();
	for (const price of Object.values(prices)) {
		if (typeof price === "object") for (const tier of price.tiers) starts.add(tier.start);
	}
	if (starts.size === 0) return cost;
	const tiers = [...starts]
		.sort((a, b) => a - b)
		.map((start) => ({
			inputTokensAbove: start,
			...Object.fromEntries(
				columns.flatMap(([column, key]) => {
					const price = prices[key];
					const tier = typeof price === "object" ? price.tiers.find((entry) => entry.start === start) : undefined;
					return tier ? [[column, tier.price]] : [];
				}),
			),
		}));
	return { ...cost, tiers };
}
