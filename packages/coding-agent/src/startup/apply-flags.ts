import { approvalSettings } from "../settings/sections/approval.ts";
import { modelSettings } from "../settings/sections/model.ts";
import { modelChoiceSettings } from "../settings/sections/providers.ts";
import { samplingSettings } from "../settings/sections/sampling.ts";
import type { Settings } from "../settings/settings.ts";
import type { LaunchOptions } from "./launch-options.ts";

/** Overrides settings with flags, for this run. */
export async function applyFlags(settings: Settings, options: LaunchOptions): Promise<void> {
	if (options.mode === "rpc" || options.mode === "rpc-ui") {
		const { useHostDefaults } = await import("./host-controlled.ts");
		useHostDefaults(settings);
	}
	settings.named = {
		extensions: options.extensions,
		pluginDirs: options.pluginDirs,
		discovers: !options.noExtensions,
	};
	if (options.approvalMode) settings.override(approvalSettings.approvalMode, options.approvalMode);
	if (Object.keys(options.roles).length > 0) settings.override(modelSettings.modelRoles, options.roles);
	if (options.models) settings.override(modelChoiceSettings.enabledModels, [...options.models]);
	if (options.serviceTier) settings.override(samplingSettings.serviceTier, options.serviceTier);
	if (options.skills || options.noSkills) {
		const { skillSettings } = await import("../settings/sections/skills.ts");
		if (options.skills) settings.override(skillSettings.includeSkills, [...options.skills]);
		if (options.noSkills) settings.override(skillSettings.enabled, false);
	}
	if (options.hideThinking) {
		const { appearanceSettings } = await import("../settings/sections/appearance.ts");
		settings.override(appearanceSettings.hideThinkingBlock, true);
	}
}
