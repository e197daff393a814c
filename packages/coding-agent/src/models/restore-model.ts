import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { resolveThinkingLevel, type ThinkingLevel, thinkingLevels } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { SessionContext } from "@oh-my-pi/pi-session/tree/context";
import type { ChosenModel } from "../conversation/contract/model-choice.ts";
import type { RestoredModel, RestoreModel } from "../conversation/session/rebuild-state.ts";
import { modelSettings } from "../settings/sections/model/model.ts";
import { samplingSettings, tierSettings } from "../settings/sections/model/sampling.ts";
import type { Settings } from "../settings/settings.ts";

/** Finds the recorded model of a session among the usable ones. */
export function modelRestorer(registry: ModelRegistry, settings: Settings): RestoreModel {
	return async (context, current) => {
		const { model, notice } = await recordedModel(registry, context.models.default, current);
		const restored = restoredLevel(context);
		const setting = settings.get(modelSettings.defaultThinkingLevel);
		const thinkingLevel = resolveThinkingLevel({ restored, setting }, model);
		return { model, notice, thinkingLevel, serviceTier: resolveServiceTier(context, settings) };
	};
}

/** The flag, else the session's tier, else the setting. */
export function resolveServiceTier(
	context: Pick<SessionContext, "serviceTier">,
	settings: Settings,
): string | undefined {
	const isFlag = settings.findOrigin(samplingSettings.serviceTier) === "runtime";
	if (context.serviceTier !== undefined && !isFlag)
		return typeof context.serviceTier === "string" ? context.serviceTier : undefined;
	const setting = settings.get(samplingSettings.serviceTier);
	return setting === "none" ? undefined : setting;
}

/** The tier of sub-agents: that of their parent, unless the setting names one. */
export function childTier(
	settings: Settings,
	parent: Pick<ChosenModel, "serviceTier"> | undefined,
): string | undefined {
	const setting = settings.get(tierSettings.subagent);
	if (setting === "inherit") return parent?.serviceTier;
	return setting === "none" ? undefined : setting;
}

async function recordedModel(
	registry: ModelRegistry,
	selector: string | undefined,
	{ model: current }: Parameters<RestoreModel>[1],
): Promise<Pick<RestoredModel, "model" | "notice">> {
	if (selector === undefined || (current && selectorOf(current) === selector)) return { model: current };
	const selection = await selectModel(selector, registry);
	if (selection.kind === "found" && registry.isUsable(selection.model.provider)) return { model: selection.model };
	return { model: current, notice: `Could not restore model ${selector}` };
}

/** The last chosen level of a session; `auto` stays `auto`. */
export function restoredLevel(context: SessionContext): ThinkingLevel | undefined {
	if (!context.isThinkingLevelRecorded) return undefined;
	const recorded = context.configuredThinkingLevel ?? context.thinkingLevel;
	return thinkingLevels.find((level) => level === recorded);
}

/** Logs the model and level in use, if the log does not have them yet. */
export function recordChoice(log: SessionLog, context: SessionContext, { model, thinkingLevel }: ChosenModel): void {
	if (model && context.models.default !== selectorOf(model)) log.appendModelChange(selectorOf(model));
	const isLevelRecorded = restoredLevel(context) === thinkingLevel;
	if (!isLevelRecorded) log.appendThinkingLevelChange(thinkingLevel);
}
