import { type Effort, efforts } from "../message.ts";
import type { Model } from "../model/model.ts";
import type { StreamOptions } from "../protocol/stream-options.ts";

const defaultBudgets: Record<Effort, number> = {
	minimal: 1024,
	low: 2048,
	medium: 8192,
	high: 16384,
	xhigh: 32768,
	max: 32768,
};

/** The effort to send: the wanted one if the model has it, else the nearest below, else the lowest. */
export function clampEffort(model: Model, wanted: Effort): Effort | undefined {
	const supported = model.thinking?.efforts;
	if (!model.reasoning || !supported || supported.length === 0) return undefined;
	const rank = (effort: Effort) => efforts.indexOf(effort);
	const sorted = [...supported].sort((a, b) => rank(a) - rank(b));
	return sorted.findLast((effort) => rank(effort) <= rank(wanted)) ?? sorted[0];
}

/** The effort of this request; `undefined` means that thinking is off. */
export function resolveEffort(model: Model, options: StreamOptions): Effort | undefined {
	if (options.disableReasoning || !options.reasoning) return undefined;
	return clampEffort(model, options.reasoning);
}

/** Tokens that thinking must leave for the answer. */
export const answerTokens = 1024;
const leastBudget = 1024;
/** What is left for the answer when the budget has to be lowered. */
const reservedTokens = 4000;

/** The budget within the model's output limit; `undefined` if there is no room for thinking. */
export function fittingBudget({ maxTokens }: Pick<Model, "maxTokens">, budget: number): number | undefined {
	if (budget + answerTokens <= maxTokens) return budget;
	const lowered = maxTokens - reservedTokens;
	return lowered >= leastBudget ? lowered : undefined;
}

export function budgetOf(model: Model, options: StreamOptions, effort: Effort): number {
	return options.thinkingBudgets?.[effort] ?? model.thinking?.effortBudgets?.[effort] ?? defaultBudgets[effort];
}
