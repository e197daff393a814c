import type { Dialog } from "../contract/dialog.ts";
import { SettingsPanel, type SettingsPanelOptions } from "./settings-panel.ts";
import { settingsPlainly } from "./settings-plainly.ts";

/** Shows every setting and changes the user's own. What is changed counts at once; there is nothing to confirm at the end. */
export function settingsDialog(options: SettingsPanelOptions): Dialog<never> {
	return {
		title: "Settings",
		fillsScreen: true,
		open: (context) => new SettingsPanel(options, context),
		plain: (lines) => settingsPlainly(options, lines),
	};
}
