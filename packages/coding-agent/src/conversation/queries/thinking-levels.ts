import type { Model } from "@oh-my-pi/pi-ai/model";
import { levelsOf, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";

/** The levels a person can choose from for a model; only `off` for one that does not think. */
export function availableThinkingLevels(model: Model | undefined): readonly ThinkingLevel[] {
	return model ? ["off", ...levelsOf(model)] : ["off"];
}

/** The one after the current, around in a circle, with `auto` behind `off` where that is wanted; `undefined` when there is no other. */
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
