import type { Model } from "../model/model.ts";

const wireTiers = new Set(["auto", "default", "flex", "scale", "priority"]);
const openAiProviders = new Set(["openai", "openai-codex", "azure-openai-responses"]);

/** The service tier for an OpenAI host, if supported and chosen. */
export function openAiServiceTier(
	model: Pick<Model, "provider" | "id">,
	setting: string | undefined,
): string | undefined {
	const knowsTiers =
		openAiProviders.has(model.provider) || (model.provider === "openrouter" && model.id.startsWith("openai/"));
	if (!knowsTiers || !setting) return undefined;
	const tier = setting === "openai-only" ? "priority" : setting;
	return wireTiers.has(tier) ? tier : undefined;
}

const factors: Record<string, number> = { flex: 0.5, priority: 2 };

/** The price factor of the served tier. */
export function priceFactorOf(servedTier: string | null | undefined): number {
	return factors[servedTier ?? ""] ?? 1;
}
