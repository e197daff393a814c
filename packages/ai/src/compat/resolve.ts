import type { Compat } from "../model/compat.ts";
import type { Model } from "../model/model.ts";
import { remember } from "../remember.ts";
import { type CompatRule, compatRules } from "./rules.data.ts";

/** Defaults for OpenAI-compatible hosts. */
const usual = {
	supportsUsageInStreaming: true,
	maxTokensField: "max_completion_tokens",
	supportsToolChoice: true,
	supportsForcedToolChoice: true,
	supportsNamedToolChoice: true,
	supportsReasoningParams: true,
	thinkingFormat: "openai",
	reasoningContentField: "reasoning_content",
} as const satisfies Compat;

export type ResolvedCompat = Compat & Required<{ [Flag in keyof typeof usual]: NonNullable<Compat[Flag]> }>;

/** The compat flags of a model: defaults, rules for host and model, and the model's own flags. */
export const resolveCompat = remember((model: Model): ResolvedCompat => {
	let compat: Compat = usual;
	for (const rule of compatRules) if (applies(rule, model)) compat = { ...compat, ...rule.compat };
	return { ...compat, ...model.compat } as ResolvedCompat;
});

/** The same while the model thinks, which some hosts treat as another model. */
export function compatWhile(model: Model, state: { thinking: boolean }): ResolvedCompat {
	const compat = resolveCompat(model);
	return state.thinking && compat.whenThinking ? ({ ...compat, ...compat.whenThinking } as ResolvedCompat) : compat;
}

function applies(rule: CompatRule, model: Model): boolean {
	if (rule.ids && !rule.ids.test(model.id)) return false;
	if (rule.reasoning && !model.reasoning) return false;
	if (!rule.providers && !rule.hosts) return true;
	return (rule.providers?.includes(model.provider) ?? false) || isHost(model.baseUrl, rule.hosts ?? []);
}

function isHost(baseUrl: string, endings: readonly string[]): boolean {
	const host = URL.parse(baseUrl)?.hostname;
	return host !== undefined && endings.some((ending) => host === ending || host.endsWith(`.${ending}`));
}
