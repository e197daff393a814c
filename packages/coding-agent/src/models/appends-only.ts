import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { providerContextSettings } from "../settings/sections/model/providers.ts";
import type { Settings } from "../settings/settings.ts";

export function appendsOnlyAsSet(settings: Settings): (model: Model) => boolean {
	return (model) => appendsOnly(model, settings.get(providerContextSettings.appendOnlyContext));
}

/** Whether to use append-only context; `auto` enables it where the prompt cache saves most. */
export function appendsOnly(
	{ provider, baseUrl }: Pick<Model, "provider" | "baseUrl">,
	setting: "auto" | "on" | "off",
): boolean {
	if (setting !== "auto") return setting === "on";
	return (
		remembering.has(provider) || /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?:[:/]|$)/.test(baseUrl)
	);
}

const remembering = new Set(["anthropic", "deepseek", "xiaomi", "ollama", "lm-studio", "llama.cpp", "vllm"]);
