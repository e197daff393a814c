import type { Effort } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { answerTokens, budgetOf, fittingBudget, resolveEffort } from "../../thinking/effort.ts";

export interface ThinkingFields {
	readonly enabled: boolean;
	readonly body: Record<string, unknown>;
	/** The output limit must leave room for an answer after the thinking. */
	readonly minMaxTokens: number;
}

const none: ThinkingFields = { enabled: false, body: {}, minMaxTokens: 0 };

/** The body fields for thinking. A forced tool call and thinking exclude each other. */
export function thinkingFields(call: ModelCall, options: { forcedTool: boolean }): ThinkingFields {
	const { model } = call;
	if (!model.reasoning || !model.thinking) return none;
	const effort = resolveEffort(model, call.options);
	if (model.thinking.mode === "anthropic-adaptive") {
		if (!effort || options.forcedTool) return { ...none, body: { output_config: { effort: "low" } } };
		return {
			enabled: true,
			body: {
				thinking: { type: "adaptive", display: "summarized" },
				output_config: { effort: wireEffort(model, effort) },
				...keepThinking(model),
			},
			minMaxTokens: 0,
		};
	}
	if (options.forcedTool) return none;
	const budget = effort && fittingBudget(model, budgetOf(model, call.options, effort));
	if (!effort || budget === undefined) return { ...none, body: { thinking: { type: "disabled" } } };
	return {
		enabled: true,
		body: {
			thinking: { type: "enabled", budget_tokens: budget, display: "summarized" },
			...(model.thinking.mode === "anthropic-budget-effort" && {
				output_config: { effort: wireEffort(model, effort) },
			}),
			...keepThinking(model),
		},
		minMaxTokens: budget + answerTokens,
	};
}

function wireEffort(model: Model, effort: Effort): string {
	return model.thinking?.effortMap?.[effort] ?? (effort === "minimal" ? "low" : effort);
}

/** Earlier thinking stays in the prompt, otherwise the cached prefix would change. */
function keepThinking(model: Model): Record<string, unknown> {
	if (!isOfficialHost(model)) return {};
	return { context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] } };
}

export function isOfficialHost(model: Pick<Model, "baseUrl">): boolean {
	return URL.parse(model.baseUrl)?.hostname === "api.anthropic.com";
}
