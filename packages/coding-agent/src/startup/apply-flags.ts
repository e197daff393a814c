import { approvalSettings } from "../settings/sections/agent/approval.ts";
import { modelSettings } from "../settings/sections/model/model.ts";
import { modelChoiceSettings } from "../settings/sections/model/providers.ts";
import { samplingSettings } from "../settings/sections/model/sampling.ts";
import type { Settings } from "../settings/settings.ts";
import type { LaunchOptions } from "./launch-options.ts";

/** Overrides settings with flags, for this run. */
export async function applyFlags(settings: Settings, options: Partial<LaunchOptions>): Promise<void> {
	if (options.mode === "rpc" || options.mode === "rpc-ui") {
		const { useHostDefaults } = await import("./host-controlled.ts");
		useHostDefaults(settings);
	}
	settings.named = {
		extensions: options.extensions ?? [],
		pluginDirs: options.pluginDirs ?? [],
		discovers: !options.noExtensions,
	};
	if (options.approvalMode) settings.override(approvalSettings.approvalMode, options.approvalMode);
	if (options.sandbox) {
		const { sandboxSettings } = await import("../settings/sections/agent/sandbox.ts");
		settings.override(sandboxSettings.mode, options.sandbox);
	}
	const { roles = {} } = options;
	if (Object.keys(roles).length > 0) settings.override(modelSettings.modelRoles, roles);
	if (options.models) settings.override(modelChoiceSettings.enabledModels, [...options.models]);
	if (options.serviceTier) settings.override(samplingSettings.serviceTier, options.serviceTier);
	if (options.skills || options.noSkills) {
		const { skillSettings } = await import("../settings/sections/services/skills.ts");
		if (options.skills) settings.override(skillSettings.includeSkills, [...options.skills]);
		if (options.noSkills) settings.override(skillSettings.enabled, false);
	}
	if (options.hideThinking) {
		const { appearanceSettings } = await import("../settings/sections/screen/appearance.ts");
		settings.override(appearanceSettings.hideThinkingBlock, true);
	}
}
