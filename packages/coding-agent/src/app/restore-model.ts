import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { selectModel } from "@oh-my-pi/pi-ai/models/select";
import { resolveThinkingLevel, thinkingLevels } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { RestoredModel, RestoreModel } from "../conversation/session/rebuild-state.ts";
import { modelSettings } from "../settings/sections/model.ts";
import type { Settings } from "../settings/settings.ts";

/** Finds the model a session was recorded with, among those that can be used now. */
export function modelRestorer(registry: ModelRegistry, settings: Settings): RestoreModel {
	return async (context, current) => {
		const { model, notice } = await recordedModel(registry, context.models.default, current);
		const restored = thinkingLevels.find((level) => context.isThinkingLevelRecorded && level === context.thinkingLevel);
		const setting = settings.get(modelSettings.defaultThinkingLevel);
		return { model, notice, thinkingLevel: resolveThinkingLevel({ restored, setting }, model) };
	};
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
