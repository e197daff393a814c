import { askSettings } from "@oh-my-pi/pi-tools/ask/settings";
import { astEditSettings } from "@oh-my-pi/pi-tools/ast-edit/settings";
import { astGrepSettings } from "@oh-my-pi/pi-tools/ast-grep/settings";
import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { checkpointSettings } from "@oh-my-pi/pi-tools/checkpoint/settings";
import { findSettings } from "@oh-my-pi/pi-tools/find/settings";
import { goalSettings } from "@oh-my-pi/pi-tools/goal/settings";
import { searchSettings } from "@oh-my-pi/pi-tools/search/settings";
import { todoSettings } from "@oh-my-pi/pi-tools/todo/settings";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import type { Settings } from "../settings/settings.ts";

/** Which setting switches a tool; those that are not here are always there. */
const switches: Readonly<Record<string, Setting<boolean>>> = {
	bash: bashSettings.enabled,
	search: searchSettings.enabled,
	find: findSettings.enabled,
	ast_grep: astGrepSettings.enabled,
	ast_edit: astEditSettings.enabled,
	todo: todoSettings.enabled,
	ask: askSettings.enabled,
	checkpoint: checkpointSettings.enabled,
	rewind: checkpointSettings.enabled,
	goal: goalSettings.enabled,
};

export function isToolEnabled(toolName: string, settings: Settings): boolean {
	const setting = switches[toolName];
	return setting === undefined || settings.get(setting);
}
