import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";

/** The level after this one, among those the model has; around to `off`. */
export function nextThinkingLevel(model: Model | undefined, current: ThinkingLevel): ThinkingLevel {
	const levels: readonly ThinkingLevel[] = ["off", ...(model?.thinking?.efforts ?? [])];
	return levels[(levels.indexOf(current) + 1) % levels.length] ?? "off";
}
