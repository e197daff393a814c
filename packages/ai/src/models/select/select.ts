import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { type Model, selectorOf } from "../../model/model.ts";
import { splitLevel } from "../match/level-suffix.ts";
import { matchFuzzy, matchId } from "../match/match-model.ts";
import { isGlob, matchGlob } from "../match/model-glob.ts";
import { compareProviders } from "../match/provider-preference.ts";
import type { ThinkingLevel } from "../match/thinking-level.ts";
import type { ModelRegistry } from "../registry/registry.ts";

export type Selection =
	| {
			readonly kind: "found";
			readonly model: Model;
			readonly thinkingLevel?: ThinkingLevel;
			/** The name is only part of the model's, or similar to it. */
			readonly loose?: true;
	  }
	| { readonly kind: "missing"; readonly message: string };

export interface SelectOptions {
	/** The active provider, preferred between equals. */
	readonly currentProvider?: string | undefined;
}

/**
 * Resolves a user's selector: `provider/id`, an id, a partial id, each with an optional `:level`. Loads only providers
 * that could have it.
 */
export async function selectModel(
	pattern: string,
	registry: ModelRegistry,
	options: SelectOptions = {},
): Promise<Selection> {
	const trimmed = pattern.trim();
	const exact = trimmed === "" ? undefined : await findExact(trimmed, registry, options);
	if (exact) return (await insteadOfGateway(trimmed, exact, registry, options)) ?? { kind: "found", model: exact };
	const split = splitLevel(trimmed);
	if (split) {
		const inner = await selectModel(split.pattern, registry, options);
		if (inner.kind === "found") return { ...inner, thinkingLevel: split.level };
	}
	const fuzzy = trimmed === "" ? undefined : await findFuzzy(trimmed, registry, options);
	return fuzzy
		? { kind: "found", model: fuzzy, loose: true }
		: { kind: "missing", message: await notFound(trimmed, registry) };
}

/** Resolves a list of patterns in order, without duplicates; also returns patterns without a match. */
export async function selectModels(
	patterns: readonly string[],
	registry: ModelRegistry,
	options: SelectOptions = {},
): Promise<{ chosen: Array<{ model: Model; thinkingLevel?: ThinkingLevel }>; unmatched: string[] }> {
	const chosen = new Map<string, { model: Model; thinkingLevel?: ThinkingLevel }>();
	const unmatched: string[] = [];
	for (const pattern of patterns.map((text) => text.trim()).filter((text) => text !== "")) {
		const matches = await findMatches(pattern, registry, options);
		if (matches.length === 0) unmatched.push(pattern);
		for (const match of matches) {
			const selector = selectorOf(match.model);
			if (!chosen.has(selector)) chosen.set(selector, match);
		}
	}
	return { chosen: [...chosen.values()], unmatched };
}

async function findMatches(
	pattern: string,
	registry: ModelRegistry,
	options: SelectOptions,
): Promise<Array<{ model: Model; thinkingLevel?: ThinkingLevel }>> {
	const split = splitLevel(pattern);
	const level = split && { thinkingLevel: split.level };
	if (isGlob(pattern)) {
		return matchGlob(split?.pattern ?? pattern, await registry.available()).map((model) => ({ model, ...level }));
	}
	const selection = await selectModel(pattern, registry, options);
	if (selection.kind === "missing" || !registry.isUsable(selection.model.provider)) return [];
	const { model, thinkingLevel } = selection;
	return [{ model, ...(thinkingLevel && { thinkingLevel }) }];
}

async function findExact(pattern: string, registry: ModelRegistry, options: SelectOptions): Promise<Model | undefined> {
	const compare = compareProviders(registry.preference(options.currentProvider));
	const { equivalence } = registry;
	const named = providerIn(pattern, registry);
	if (named) {
		const models = await modelsNow(named.provider, registry);
		const match = matchId(named.rest, models, { compare, equivalence });
		if (match) return match;
	}
	// `openai/gpt-5.5` may also be the whole id of a gateway's model.
	const wanted = { compare, equivalence, literal: named !== undefined };
	return firstIn(
		registry,
		() => registry.namesakes(pattern),
		(models) => matchId(pattern, models, wanted),
	);
}

/** `anthropic/claude-sonnet-4` at a gateway without a key: the named provider, if it has one, comes first. */
async function insteadOfGateway(
	pattern: string,
	exact: Model,
	registry: ModelRegistry,
	options: SelectOptions,
): Promise<Selection | undefined> {
	const named = providerIn(pattern, registry);
	if (!named || exact.provider === named.provider) return undefined;
	if (registry.isUsable(exact.provider) || !registry.isUsable(named.provider)) return undefined;
	const compare = compareProviders(registry.preference(options.currentProvider));
	const match = matchFuzzy(named.rest, await modelsNow(named.provider, registry), compare);
	return match && { kind: "found", model: match, loose: true };
}

async function findFuzzy(pattern: string, registry: ModelRegistry, options: SelectOptions): Promise<Model | undefined> {
	const compare = compareProviders(registry.preference(options.currentProvider));
	const named = providerIn(pattern, registry);
	if (named) {
		const match = matchFuzzy(named.rest, await modelsNow(named.provider, registry), compare);
		if (match) return match;
	}
	const enabled = matchFuzzy(pattern, await registry.enabled(), compare);
	if (enabled) return enabled;
	return firstIn(
		registry,
		() => registry.all(),
		(models) => matchFuzzy(pattern, models, compare),
	);
}

/** Searches usable models, then running local engines, then all, so that a missing credential can be reported. */
async function firstIn(
	registry: ModelRegistry,
	all: () => Promise<readonly Model[]>,
	match: (models: readonly Model[]) => Model | undefined,
): Promise<Model | undefined> {
	const usable = match(await registry.available());
	if (usable) return usable;
	await Promise.all([registry.probeLocalEngines(), registry.askForLists()]);
	return match(await registry.available()) ?? match(await all());
}

function providerIn(pattern: string, registry: ModelRegistry): { provider: string; rest: string } | undefined {
	const slash = pattern.indexOf("/");
	if (slash === -1) return undefined;
	const prefix = pattern.slice(0, slash).toLowerCase();
	const provider = registry.providerIds().find((id) => id.toLowerCase() === prefix);
	const rest = pattern.slice(slash + 1);
	return provider === undefined || rest === "" ? undefined : { provider, rest };
}

/** Naming a model asks its provider for a list that nobody has read yet, and probes a local engine. */
async function modelsNow(provider: string, registry: ModelRegistry): Promise<readonly Model[]> {
	if (registry.findProvider(provider)?.local) await registry.probeLocalEngines();
	await registry.askForList(provider);
	return registry.modelsOf(provider);
}

async function notFound(pattern: string, registry: ModelRegistry): Promise<string> {
	const provider = providerIn(pattern, registry)?.provider;
	const failure = provider === undefined ? undefined : registry.discoveryFailure(provider);
	if (failure !== undefined)
		return `Model "${pattern}" not found: could not list the models of ${provider}: ${failure}`;
	const names = (await registry.all()).flatMap((model) => [selectorOf(model), model.id]);
	const close = pattern === "" ? [] : [...new Set(nearest(pattern, names, 5))];
	const suggestion = close.length > 0 ? ` Did you mean ${close.join(", ")}?` : "";
	return `Model "${pattern}" not found.${suggestion} Run "omp models" to see available models.`;
}

/** The default model: that of the first usable provider; the offline guide comes last. */
export async function defaultModel(registry: ModelRegistry): Promise<Model | undefined> {
	await registry.askForLists();
	for (const providerId of registry.providerIds()) {
		if (!registry.isUsable(providerId)) continue;
		if (registry.findProvider(providerId)?.local) await registry.probeLocalEngines();
		const models = await registry.modelsOf(providerId);
		const preferred = registry.defaultModelOf(providerId);
		const model = models.find(({ id }) => id === preferred) ?? models[0];
		if (model) return model;
	}
	return undefined;
}
