import { efforts } from "@oh-my-pi/pi-ai/message";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { providerSettings } from "../settings/sections/model/providers.ts";
import { retrySettings } from "../settings/sections/model/retry.ts";
import { samplingSettings } from "../settings/sections/model/sampling.ts";
import { loopGuardSettings, thinkingBudgetSettings } from "../settings/sections/model/thinking.ts";
import type { Settings } from "../settings/settings.ts";

/** Applies the current settings to each request; options of the caller take precedence. */
export function withRequestPreferences(stream: StreamFn, settings: Settings): StreamFn {
	return (model, context, options) => stream(model, context, { ...requestPreferences(settings), ...options });
}

function requestPreferences(settings: Settings): StreamOptions {
	const variant = settings.get(providerSettings.openrouterVariant);
	return {
		temperature: settings.get(samplingSettings.temperature),
		topP: settings.get(samplingSettings.topP),
		topK: settings.get(samplingSettings.topK),
		minP: settings.get(samplingSettings.minP),
		presencePenalty: settings.get(samplingSettings.presencePenalty),
		repetitionPenalty: settings.get(samplingSettings.repetitionPenalty),
		thinkingBudgets: thinkingBudgets(settings),
		maxRetries: settings.get(retrySettings.enabled) ? settings.get(retrySettings.maxRetries) : 0,
		// 0 is no limit.
		maxRetryDelayMs: settings.get(retrySettings.maxDelayMs) || undefined,
		streamFirstEventTimeoutMs: milliseconds(settings.get(providerSettings.streamFirstEventTimeoutSeconds)),
		streamIdleTimeoutMs: milliseconds(settings.get(providerSettings.streamIdleTimeoutSeconds)),
		guardsThinking: settings.get(loopGuardSettings.enabled),
		...(variant !== "default" && { openrouterVariant: variant }),
	};
}

/** Only configured budgets: a model's own take precedence over our defaults. */
function thinkingBudgets(settings: Settings): StreamOptions["thinkingBudgets"] {
	const chosen = efforts.filter((level) => settings.findOrigin(thinkingBudgetSettings[level]) !== "default");
	return Object.fromEntries(chosen.map((level) => [level, settings.get(thinkingBudgetSettings[level])]));
}

/** -1 means the provider's default. */
function milliseconds(seconds: number): number | undefined {
	return seconds < 0 ? undefined : seconds * 1000;
}
