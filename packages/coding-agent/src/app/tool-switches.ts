import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { bashSettings } from "../settings/sections/bash.ts";
import { goalSettings } from "../settings/sections/plan.ts";
import { todoSettings } from "../settings/sections/todo.ts";
import { searchSettings, toolSwitchSettings } from "../settings/sections/tool-switches.ts";
import type { Settings } from "../settings/settings.ts";

/** Which setting switches a tool; those that are not here are always there. */
const switches: Readonly<Record<string, Setting<boolean>>> = {
	bash: bashSettings.enabled,
	search: searchSettings.enabled,
	find: toolSwitchSettings["find.enabled"],
	ast_grep: toolSwitchSettings["astGrep.enabled"],
	ast_edit: toolSwitchSettings["astEdit.enabled"],
	todo: todoSettings.enabled,
	ask: toolSwitchSettings["ask.enabled"],
	checkpoint: toolSwitchSettings["checkpoint.enabled"],
	rewind: toolSwitchSettings["checkpoint.enabled"],
	goal: goalSettings.enabled,
};

export function isToolEnabled(toolName: string, settings: Settings): boolean {
	const setting = switches[toolName];
	return setting === undefined || settings.get(setting);
}
