import { acceptedEffort } from "../../adapt/effort.ts";
import { acceptsSampling } from "../../compat/accepts-sampling.ts";
import { compatWhile, type ResolvedCompat } from "../../compat/resolve.ts";
import { type Effort, efforts } from "../../message.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { encodeSampling } from "../../protocol/sampling.ts";
import { openAiServiceTier } from "../../protocol/service-tier.ts";
import { resolveEffort } from "../../thinking/effort.ts";
import { resolveCacheRetention } from "../anthropic-messages/cache-control.ts";
import { wireEffort } from "../openai-completions/request/thinking.ts";
import type { InputItem } from "./input.ts";
import { toolFields } from "./tools.ts";

/** A larger output must be requested explicitly. */
const defaultMaxTokens = 64_000;
const maxCacheKeyCharacters = 64;

/** Differences of the API's variants. */
export interface BodyRules {
	readonly outputCap: boolean;
	readonly sampling: boolean;
	/** The system prompt is a separate field even for models with a developer role. */
	readonly alwaysInstructions: boolean;
}

export interface ResponsesBody {
	/** Everything but the conversation. */
	readonly settings: Record<string, unknown>;
	/** Items before the conversation. */
	readonly opening: readonly InputItem[];
	/** Additional fields for a host; they override all others. */
	readonly extra: Readonly<Record<string, unknown>>;
}

export function responsesBody(call: ModelCall, rules: BodyRules): ResponsesBody {
	const { model, options, context } = call;
	const effort = resolveEffort(model, options);
	const compat = compatWhile(model, { thinking: effort !== undefined });
	const { body: tools, chosen } = toolFields(call, compat);
	const suppressed =
		(chosen.forced && (compat.disableReasoningOnForcedToolChoice ?? false)) ||
		(chosen.choice !== undefined && (compat.disableReasoningOnToolChoice ?? false));
	const thinks = effort !== undefined && !suppressed;
	const system = (context.systemPrompt ?? []).filter((text) => text !== "");
	const byDeveloper = !rules.alwaysInstructions && model.reasoning && compat.supportsDeveloperRole === true;
	const serviceTier = openAiServiceTier(model, options.serviceTier);
	const settings: Record<string, unknown> = {
		model: model.id,
		...(system.length > 0 && !byDeveloper && { instructions: system.join("\n\n") }),
		stream: true,
		...cacheFields(call, compat.supportsLongPromptCacheRetention ?? false),
		...(rules.outputCap && outputCap(call)),
		...tools,
		...(model.reasoning && { include: ["reasoning.encrypted_content"] }),
		...(!suppressed && reasoningFields(call, compat, effort)),
		...(rules.sampling &&
			acceptsSampling(model, { thinking: thinks }) &&
			encodeSampling(options, { temperature: "temperature", topP: "top_p" })),
		...(serviceTier && { service_tier: serviceTier }),
		...(isOfficialHost(call) && { stream_options: { include_obfuscation: false } }),
	};
	const content = system.map((text) => ({ type: "input_text", text }));
	const opening = byDeveloper && content.length > 0 ? [{ role: "developer", content }] : [];
	return { settings, opening, extra: compat.extraBody ?? {} };
}

export function isOfficialHost({ model }: ModelCall): boolean {
	return URL.parse(model.baseUrl)?.hostname === "api.openai.com";
}

function cacheFields(call: ModelCall, longRetention: boolean): Record<string, unknown> {
	const retention = resolveCacheRetention(call);
	const key = call.options.promptCacheKey ?? call.options.sessionId;
	if (retention === "none" || !key) return {};
	return {
		prompt_cache_key: key.slice(0, maxCacheKeyCharacters),
		...(retention === "long" && longRetention && { prompt_cache_retention: "24h" }),
	};
}

function outputCap({ model, options }: ModelCall): Record<string, number> {
	if (model.omitMaxOutputTokens) return {};
	return { max_output_tokens: options.maxTokens ?? Math.min(model.maxTokens, defaultMaxTokens) };
}

/** Effort and summary; "off" is the model's minimum, without a summary. */
function reasoningFields(call: ModelCall, compat: ResolvedCompat, effort: Effort | undefined): Record<string, unknown> {
	const { model, options } = call;
	if (!model.reasoning || !compat.supportsReasoningParams) return {};
	if (!effort && model.thinking?.suppressWhenOff) return {};
	const level = effort ?? efforts.find((candidate) => model.thinking?.efforts.includes(candidate));
	const sent =
		level && compat.supportsReasoningEffort !== false
			? acceptedEffort(call, wireEffort(model, compat, level))
			: undefined;
	const summary = effort && !options.hideThinkingSummary ? "auto" : undefined;
	if (!sent && !summary) return {};
	return { reasoning: { ...(sent && { effort: sent }), ...(summary && { summary }) } };
}
