import type { Effort } from "../../message.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { budgetOf, clampEffort, fittingBudget, resolveEffort } from "../../thinking/effort.ts";
import { isGemini3 } from "./family.ts";

export interface ThinkingConfig {
	includeThoughts: boolean;
	thinkingBudget?: number;
	thinkingLevel?: string;
}

/** The minimum budget of a model that cannot disable thinking. */
const leastBudget = 128;

/** The thinking config: later models have levels and cannot be turned off entirely, earlier ones a token budget. */
export function buildThinkingConfig(call: ModelCall): ThinkingConfig | undefined {
	const { model, options } = call;
	if (!model.reasoning || !model.thinking) return undefined;
	const effort = resolveEffort(model, options);
	if (!effort && model.thinking.suppressWhenOff) return undefined;
	const includeThoughts = effort !== undefined && !options.hideThinkingSummary;
	if (model.thinking.mode === "google-level" || isGemini3(model)) {
		const level = effort ?? clampEffort(model, "minimal");
		return level && { includeThoughts, thinkingLevel: model.thinking.effortMap?.[level] ?? level.toUpperCase() };
	}
	const thinkingBudget = effort && fittingBudget(model, budget(call, effort));
	if (thinkingBudget !== undefined) return { includeThoughts, thinkingBudget };
	return { includeThoughts: false, thinkingBudget: model.thinking.requiresEffort ? leastBudget : 0 };
}

/** Above `high` the budget is limited by the model's known maximum. */
function budget({ model, options }: ModelCall, effort: Effort): number {
	const stated = options.thinkingBudgets?.[effort] ?? model.thinking?.effortBudgets?.[effort];
	if (stated !== undefined) return stated;
	return budgetOf(model, options, effort === "xhigh" || effort === "max" ? "high" : effort);
}
