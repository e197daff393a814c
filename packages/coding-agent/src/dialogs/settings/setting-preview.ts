import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { appearanceSettings, themeSettings } from "../../settings/sections/screen/appearance.ts";
import type { Settings } from "../../settings/settings.ts";

/** What the panel needs of the rest of the screen to show a choice before it is made. */
export interface PreviewPorts {
	readonly settings: Settings;
	/** Shows a theme without choosing it; `undefined` goes back to the chosen one. */
	readonly previewTheme: (name: string | undefined) => Promise<void>;
}

/** Shows a value of a setting that changes the look without keeping it; `undefined` ends that. */
export function previewValue(ports: PreviewPorts, setting: Setting<unknown>, value: string | undefined): void {
	if (isThemeSetting(setting)) void ports.previewTheme(value);
	else if (changesTheLook(setting)) ports.settings.override(setting, value);
}

export function isThemeSetting(setting: Setting<unknown>): boolean {
	return setting.key === themeSettings.dark.key || setting.key === themeSettings.light.key;
}

export function changesTheLook({ key }: Setting<unknown>): boolean {
	return key.startsWith("statusLine.") || key.startsWith("theme.") || key === appearanceSettings.symbolPreset.key;
}
