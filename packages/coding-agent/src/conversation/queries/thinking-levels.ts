import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { levelsOf, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";

/** The levels that a model supports; only `off` for one without thinking. */
export function availableThinkingLevels(model: Model | undefined): readonly ThinkingLevel[] {
	return model ? ["off", ...levelsOf(model)] : ["off"];
}

/** Cycles to the next level, with `auto` after `off` if enabled; `undefined` when there is only one. */
export function nextThinkingLevel(
	model: Model | undefined,
	current: ThinkingLevel,
	options: { readonly withAuto?: boolean } = {},
): ThinkingLevel | undefined {
	const available = availableThinkingLevels(model);
	if (available.length < 2) return undefined;
	const levels = options.withAuto ? available.toSpliced(1, 0, "auto") : available;
	return levels[(levels.indexOf(current) + 1) % levels.length];
}

/** The level to report: `off` for a model without thinking, even though the choice is kept for the next one. */
export function reportedThinkingLevel(chosen: {
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
}): ThinkingLevel {
	return chosen.model?.reasoning === false ? "off" : chosen.thinkingLevel;
}
