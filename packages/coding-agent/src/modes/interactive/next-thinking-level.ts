import type { Model } from "@oh-my-pi/pi-ai/model";
import { levelsOf, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";

/** The level after this one, among those the model has and `auto`; around to `off`. */
export function nextThinkingLevel(model: Model | undefined, current: ThinkingLevel): ThinkingLevel {
	const efforts = model ? levelsOf(model) : [];
	const levels: readonly ThinkingLevel[] = efforts.length === 0 ? ["off"] : ["off", "auto", ...efforts];
	return levels[(levels.indexOf(current) + 1) % levels.length] ?? "off";
}
