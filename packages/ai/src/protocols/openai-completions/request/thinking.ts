import { acceptedEffort } from "../../../adapt/effort.ts";
import type { ResolvedCompat } from "../../../compat/resolve.ts";
import { type Effort, efforts } from "../../../message.ts";
import type { Model } from "../../../model/model.ts";
import type { ModelCall } from "../../../protocol/protocol.ts";

/** The body fields for thinking in the host's format; `effort` is absent when thinking is off. */
export function thinkingFields(
	call: ModelCall,
	compat: ResolvedCompat,
	effort: Effort | undefined,
	options: { suppressed: boolean },
): Record<string, unknown> {
	const { model } = call;
	if (!model.reasoning || !compat.supportsReasoningParams) return {};
	const wanted = options.suppressed ? undefined : effort;
	switch (compat.thinkingFormat) {
		case "openai":
			return options.suppressed || compat.supportsReasoningEffort === false ? {} : effortField(call, compat, wanted);
		case "openrouter": {
			const sent = wanted && acceptedEffort(call, wireEffort(model, compat, wanted));
			return { reasoning: sent ? { effort: sent } : { enabled: wanted !== undefined } };
		}
		case "zai":
			return {
				thinking: { type: wanted ? "enabled" : "disabled" },
				...(wanted && compat.supportsReasoningEffort && effortField(call, compat, wanted)),
			};
		case "qwen":
			return { enable_thinking: wanted !== undefined };
		case "qwen-chat-template":
			return { chat_template_kwargs: { enable_thinking: wanted !== undefined } };
	}
}

/** There is no value for "off"; the model's minimum comes closest. */
function effortField(call: ModelCall, compat: ResolvedCompat, wanted: Effort | undefined): Record<string, unknown> {
	const { model } = call;
	if (!wanted && model.thinking?.suppressWhenOff) return {};
	const effort = wanted ?? efforts.find((level) => model.thinking?.efforts.includes(level));
	const sent = effort && acceptedEffort(call, wireEffort(model, compat, effort));
	return sent ? { reasoning_effort: sent } : {};
}

export function wireEffort(model: Model, compat: ResolvedCompat, effort: Effort): string {
	return model.thinking?.effortMap?.[effort] ?? compat.reasoningEffortMap?.[effort] ?? effort;
}
