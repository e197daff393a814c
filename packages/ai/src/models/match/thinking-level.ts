import type { Effort } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import { clampEffort } from "../../thinking/effort.ts";

export const thinkingLevels = ["off", "minimal", "low", "medium", "high", "xhigh", "max", "auto"] as const;

/** How hard a model is asked to think; `off` and `auto` exist only above the wire. */
export type ThinkingLevel = (typeof thinkingLevels)[number];

/** The first level given of command line, selector, session, role and setting, clamped to the model's. */
export function resolveThinkingLevel(
	wishes: {
		flag?: ThinkingLevel | undefined;
		suffix?: ThinkingLevel | undefined;
		restored?: ThinkingLevel | undefined;
		role?: ThinkingLevel | undefined;
		setting?: ThinkingLevel | undefined;
	},
	model: Model | undefined,
): ThinkingLevel {
	const wish = wishes.flag ?? wishes.suffix ?? wishes.restored ?? wishes.role ?? wishes.setting ?? "high";
	// For a model that no thinking, keep the level for the next one that does.
	return model?.reasoning ? clampLevel(wish, model) : wish;
}

export function clampLevel(level: ThinkingLevel, model: Model): ThinkingLevel {
	if (!model.reasoning || level === "off") return "off";
	return level === "auto" ? "auto" : (clampEffort(model, level) ?? "off");
}

/** The levels of a model, for lists and cycling. */
export function levelsOf(model: Model): readonly Effort[] {
	return model.reasoning ? (model.thinking?.efforts ?? []) : [];
}
