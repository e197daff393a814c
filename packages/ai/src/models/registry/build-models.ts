import type { Compat } from "../../model/compat.ts";
import type { Model } from "../../model/model.ts";
import type { Provider } from "../../model/provider.ts";
import type { ModelEntry, ModelFields, ProviderEntry } from "../config/models-config.ts";
import { deriveThinking } from "./derive-thinking.ts";

/** All sources for the models of one provider, in order of precedence. */
export interface ModelLayers {
	readonly providerId: string;
	readonly provider?: Provider | undefined;
	/** The endpoint from the environment. */
	readonly endpoint?: string | undefined;
	readonly bundled: readonly Model[];
	readonly entry?: ProviderEntry | undefined;
	/** Bundled records of the same ids elsewhere, for missing fields. */
	readonly known: (id: string) => Model | undefined;
	readonly discovered?: readonly Model[] | undefined;
	readonly extension?: ProviderEntry | undefined;
}

/** The models of one provider: bundled, overridden, listed by the user, discovered, registered by an extension. */
export function buildModels(layers: ModelLayers): readonly Model[] {
	const { entry, extension, provider } = layers;
	const bundled = layers.bundled.map((model) => rerouted(model, provider, layers.endpoint));
	let models = bundled.map((model) => withProviderEntry(model, entry)).map((model) => overridden(model, entry));
	const listedModels = listed(layers, entry, models);
	// Discovery used the entry's address and knows the models' own.
	const discovered = (layers.discovered ?? []).map((model) => withProviderEntry(model, withoutAddress(entry)));
	const replaces = provider?.discoveryReplaces && discovered.length > 0;
	models = replaces ? upsert(discovered, listedModels) : addMissing(upsert(models, listedModels), discovered);
	models = models.map((model) => overridden(model, entry));
	// An extension that lists models replaces the provider's; one without only changes them.
	models = extension?.models?.length
		? listed(layers, extension, models)
		: models.map((model) => withProviderEntry(model, extension));
	return models.map(withThinking);
}

function rerouted(model: Model, provider: Provider | undefined, endpoint: string | undefined): Model {
	return endpoint !== undefined && model.baseUrl === provider?.baseUrl ? { ...model, baseUrl: endpoint } : model;
}

function withProviderEntry(model: Model, entry: ProviderEntry | undefined): Model {
	if (!entry) return model;
	const compat = mergeCompat(model.compat, entryCompat(entry));
	return {
		...model,
		...(entry.baseUrl !== undefined && { baseUrl: entry.baseUrl }),
		...(entry.transport && { transport: entry.transport }),
		...(entry.headers && { headers: { ...model.headers, ...entry.headers } }),
		...(compat && { compat }),
		...(entry.remoteCompaction !== undefined && { remoteCompaction: entry.remoteCompaction }),
	};
}

function entryCompat(entry: ProviderEntry) {
	return mergeCompat(
		entry.authHeader ? { authHeader: true } : undefined,
		entry.disableStrictTools ? { disableStrictTools: true } : undefined,
		entry.compat,
	);
}

function overridden(model: Model, entry: ProviderEntry | undefined): Model {
	const fields = entry?.modelOverrides?.[model.id];
	return fields ? withFields(model, fields) : model;
}

function withFields(model: Model, { cost, headers, compat, ...fields }: ModelFields): Model {
	const merged = mergeCompat(model.compat, compat);
	return {
		...model,
		...fields,
		...(cost && { cost: { ...model.cost, ...cost } }),
		...(headers && { headers: { ...model.headers, ...headers } }),
		...(merged && { compat: merged }),
	};
}

function listed(layers: ModelLayers, entry: ProviderEntry | undefined, models: readonly Model[]): Model[] {
	return (entry?.models ?? []).map((model) => {
		const bundledModel = models.find(({ id }) => id === model.id);
		return customModel(layers, entry ?? {}, model, bundledModel ?? layers.known(model.id));
	});
}

/** Missing fields come from the bundled record of the same id, then from the defaults. */
function customModel(layers: ModelLayers, entry: ProviderEntry, model: ModelEntry, known: Model | undefined): Model {
	const { id, api, baseUrl, maxInputTokens, ...fields } = model;
	const { providerId, provider, endpoint } = layers;
	const ours = known?.provider === providerId ? known : undefined;
	const base: Model = {
		...(known && pickFacts(known)),
		id,
		name: ours?.name ?? id,
		provider: providerId,
		api: api ?? entry.api ?? ours?.api ?? provider?.api ?? "openai-completions",
		baseUrl: baseUrl ?? entry.baseUrl ?? ours?.baseUrl ?? endpoint ?? provider?.baseUrl ?? "",
		reasoning: known?.reasoning ?? false,
		input: known?.input ?? ["text"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...known?.cost },
		contextWindow: known?.contextWindow ?? 128_000,
		maxTokens: known?.maxTokens ?? Math.min(16_384, fields.contextWindow ?? 128_000),
		...(maxInputTokens !== undefined && { maxInputTokens }),
		...(ours?.headers && { headers: ours.headers }),
		...(ours?.compat && { compat: ours.compat }),
	};
	return withFields(withProviderEntry(base, withoutAddress(entry)), fields);
}

function withoutAddress(entry: ProviderEntry | undefined): ProviderEntry {
	const { baseUrl: _, ...rest } = entry ?? {};
	return rest;
}

/** Properties of a model that do not depend on the host. */
function pickFacts({ thinking, supportsTools, releaseDate, maxInputTokens }: Model): Partial<Model> {
	return {
		...(thinking && { thinking }),
		...(supportsTools !== undefined && { supportsTools }),
		...(releaseDate && { releaseDate }),
		...(maxInputTokens && { maxInputTokens }),
	};
}

function upsert(models: readonly Model[], preferred: readonly Model[]): Model[] {
	const ids = new Set(preferred.map(({ id }) => id));
	return [...preferred, ...models.filter(({ id }) => !ids.has(id))];
}

function addMissing(models: readonly Model[], discovered: readonly Model[]): Model[] {
	const ids = new Set(models.map(({ id }) => id));
	return [...models, ...discovered.filter(({ id }) => !ids.has(id))];
}

function withThinking(model: Model): Model {
	return model.reasoning && !model.thinking ? { ...model, thinking: deriveThinking(model) } : model;
}

/** Maps that are merged; all other flags are replaced. */
const deep = ["openRouterRouting", "vercelGatewayRouting", "extraBody", "whenThinking"] as const;

function mergeCompat(...statements: ReadonlyArray<Compat | undefined>): Compat | undefined {
	let merged: Compat | undefined;
	for (const statement of statements) {
		if (statement) merged = merged ? mergeTwo(merged, statement) : statement;
	}
	return merged;
}

function mergeTwo(earlier: Compat, later: Compat): Compat {
	const merged: Record<string, unknown> = { ...earlier, ...later };
	for (const key of deep) {
		if (earlier[key] && later[key]) merged[key] = { ...earlier[key], ...later[key] };
	}
	return merged;
}
