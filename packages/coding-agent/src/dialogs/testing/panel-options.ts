import { Settings, type SettingsLayers } from "../../settings/settings.ts";
import type { SettingsPanelOptions } from "../settings/settings-panel.ts";

/** A settings panel over made-up layers; which themes it showed is written down. */
export function panelOptions(layers: SettingsLayers = {}, given: Partial<SettingsPanelOptions> = {}) {
	const settings = new Settings(layers);
	const previews: Array<string | undefined> = [];
	const options: SettingsPanelOptions = {
		settings,
		themes: ["dark", "light", "titanium"],
		showsImages: true,
		previewTheme: async (name) => void previews.push(name),
		statusLine: () => "status",
		...given,
	};
	return { settings, previews, options };
}
