import type { Model } from "../model/model.ts";
import type { Provider } from "../model/provider.ts";
import { nameFromId } from "./name-from-id.ts";
import { rowFlags, type Shard, type ShardRow } from "./shard.ts";

/** The bundled records of a provider; its shard is loaded on demand. */
export async function bundledModels(provider: Provider): Promise<readonly Model[]> {
	if (provider.models) return provider.models();
	if (!provider.shard) return [];
	// The generator's test reads every shard back.
	const shard = (await provider.shard()).default as Shard;
	return shard.map((row) => readRow(row, provider));
}

function readRow(row: ShardRow, provider: Provider): Model {
	const [id, name, contextWindow, maxTokens, flags, input, output, cacheRead, cacheWrite, extra = {}] = row;
	const { tiers, compat, ...rest } = extra;
	return {
		id,
		name: name === 0 ? nameFromId(id) : name,
		provider: provider.id,
		api: provider.api,
		baseUrl: provider.baseUrl,
		reasoning: (flags & rowFlags.reasoning) !== 0,
		input: (flags & rowFlags.images) !== 0 ? ["text", "image"] : ["text"],
		...((flags & rowFlags.noTools) !== 0 && { supportsTools: false }),
		cost: { input, output, cacheRead, cacheWrite, ...(tiers && { tiers }) },
		contextWindow,
		maxTokens,
		...rest,
		...((provider.compat || compat) && { compat: { ...provider.compat, ...compat } }),
	};
}
