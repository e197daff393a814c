import type { Model } from "../../model/model.ts";

/** What an endpoint says about a model; the rest is filled in from known data. */
export type DiscoveredModel = Pick<Model, "id"> &
	Partial<
		Pick<
			Model,
			"name" | "api" | "baseUrl" | "reasoning" | "input" | "supportsTools" | "cost" | "contextWindow" | "maxTokens"
		>
	>;

/** Completes records: from the endpoint, else a bundled record of the same id, else defaults. */
export function completeModel(
	found: DiscoveredModel,
	route: Pick<Model, "provider" | "api" | "baseUrl">,
	known: Model | undefined,
): Model {
	const contextWindow = found.contextWindow ?? known?.contextWindow ?? 128_000;
	return {
		id: found.id,
		name: found.name ?? known?.name ?? found.id,
		provider: route.provider,
		api: found.api ?? route.api,
		baseUrl: found.baseUrl ?? route.baseUrl,
		reasoning: found.reasoning ?? known?.reasoning ?? false,
		input: found.input ?? known?.input ?? ["text"],
		...(found.supportsTools === false && { supportsTools: false }),
		cost: found.cost ?? known?.cost ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow,
		maxTokens: found.maxTokens ?? known?.maxTokens ?? Math.min(16_384, contextWindow),
		...(known?.compat && known.provider === route.provider && { compat: known.compat }),
	};
}
