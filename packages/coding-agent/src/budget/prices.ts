import type { Usage } from "@oh-my-pi/pi-ai/message";
import type { Model, ModelCost } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { emptyUsage, settleUsage } from "@oh-my-pi/pi-ai/reply/usage";
import { isFree, needsPrice, toNanos } from "./usage-meter.ts";

type TokenPrices = Omit<ModelCost, "tiers">;
const kinds = ["input", "output", "cacheRead", "cacheWrite"] as const;

/** Prices in nanos. A remote model without a price costs as much as the dearest of its provider. */
export class Prices {
	readonly #registry: Pick<ModelRegistry, "modelsOf">;
	readonly #dearest = new Map<string, Promise<ModelCost>>();

	constructor(registry: Pick<ModelRegistry, "modelsOf">) {
		this.#registry = registry;
	}

	async of(model: Model): Promise<ModelCost> {
		if (!needsPrice(model)) return model.cost;
		const known = this.#dearest.get(model.provider) ?? this.#findDearest(model.provider);
		this.#dearest.set(model.provider, known);
		return known;
	}

	/** What the provider charged; computed here for a model without a price. */
	async computeNanos(model: Model, usage: Usage): Promise<number> {
		if (!needsPrice(model)) return toNanos(usage.cost.total);
		const copy = { ...usage, cost: emptyUsage().cost };
		settleUsage(copy, await this.of(model));
		return toNanos(copy.cost.total);
	}

	async #findDearest(provider: string): Promise<ModelCost> {
		const models = await this.#registry.modelsOf(provider).catch(() => []);
		const prices: TokenPrices = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
		for (const { cost } of models) {
			if (isFree(cost)) continue;
			for (const kind of kinds) prices[kind] = Math.max(prices[kind], dearestTier(cost, kind));
		}
		return prices;
	}
}

/** The most that one token can cost, in nanos: uncached or written to the cache, in the dearest tier. */
export function nanosPerToken(cost: ModelCost, factor: number): { readonly input: number; readonly output: number } {
	const input = Math.max(...(["input", "cacheRead", "cacheWrite"] as const).map((kind) => dearestTier(cost, kind)));
	return { input: input * 1000 * factor, output: dearestTier(cost, "output") * 1000 * factor };
}

function dearestTier(cost: ModelCost, kind: (typeof kinds)[number]): number {
	return Math.max(cost[kind], ...(cost.tiers ?? []).map((tier) => tier[kind] ?? 0));
}
