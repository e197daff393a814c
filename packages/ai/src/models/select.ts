import { nearest } from "@oh-my-pi/pi-utils/nearest";
import { type Model, selectorOf } from "../model.ts";
import type { ModelRegistry } from "./registry.ts";
import { type ThinkingLevel, thinkingLevels } from "./thinking-level.ts";

export type Selection =
	| { readonly kind: "found"; readonly model: Model; readonly thinkingLevel?: ThinkingLevel }
	| { readonly kind: "missing"; readonly message: string };

/** The model that a user's words name: `provider/id`, an id, a part of one, each with an optional `:level`. */
export async function selectModel(pattern: string, registry: ModelRegistry): Promise<Selection> {
	const trimmed = pattern.trim();
	const all = await registry.all();
	const direct = match(trimmed, all, registry);
	if (direct) return { kind: "found", model: direct };
	const colon = trimmed.lastIndexOf(":");
	const level = colon === -1 ? undefined : thinkingLevels.find((name) => name === trimmed.slice(colon + 1));
	if (level) {
		const model = match(trimmed.slice(0, colon), all, registry);
		if (model) return { kind: "found", model, thinkingLevel: level };
	}
	const close = nearest(
		trimmed,
		all.flatMap((model) => [selectorOf(model), model.id]),
		5,
	);
	const suggestion = close.length > 0 ? ` Did you mean ${close.join(", ")}?` : "";
	return {
		kind: "missing",
		message: `Model "${trimmed}" not found.${suggestion} Run "omp models" to see available models.`,
	};
}

function match(pattern: string, models: readonly Model[], registry: ModelRegistry): Model | undefined {
	const wanted = pattern.toLowerCase();
	const usableFirst = [...models].sort(
		(a, b) => Number(registry.isUsable(b.provider)) - Number(registry.isUsable(a.provider)),
	);
	return (
		models.find((model) => selectorOf(model).toLowerCase() === wanted) ??
		usableFirst.find((model) => model.id.toLowerCase() === wanted) ??
		usableFirst.find((model) => selectorOf(model).toLowerCase().includes(wanted))
	);
}

/** The model of a start that names none: the default of the first usable provider; the offline guide comes last. */
export async function defaultModel(registry: ModelRegistry): Promise<Model | undefined> {
	for (const providerId of registry.providerIds()) {
		if (!registry.isUsable(providerId)) continue;
		const models = await registry.modelsOf(providerId);
		const preferred = registry.defaultModelOf(providerId);
		const model = models.find(({ id }) => id === preferred) ?? models[0];
		if (model) return model;
	}
	return undefined;
}
