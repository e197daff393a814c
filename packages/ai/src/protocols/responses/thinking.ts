import { acceptedEffort } from "../../adapt/effort.ts";
import type { ResolvedCompat } from "../../compat/resolve.ts";
import { type Effort, efforts } from "../../message.ts";
import type { ModelCall } from "../../protocol.ts";
import { wireEffort } from "../openai-completions/thinking.ts";

/** How hard to think and whether to tell of it; "off" is the least the model can do, without a word. */
export function reasoningFields(
	call: ModelCall,
	compat: ResolvedCompat,
	effort: Effort | undefined,
): Record<string, unknown> {
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
