import { appearanceSettings } from "../../settings/sections/appearance.ts";
import { displaySettings } from "../../settings/sections/display.ts";
import type { Settings } from "../../settings/settings.ts";
import type { DisplayState } from "./mode.ts";

/** How a session begins, until the user switches something. */
export function displayState(settings: Settings): DisplayState {
	return { expanded: false, ...switchesIn(settings) };
}

/** What the settings say about it. */
export function switchesIn(settings: Settings): Pick<DisplayState, "showThinking" | "showTools"> {
	return {
		showThinking: !settings.get(appearanceSettings.hideThinkingBlock),
		showTools: !settings.get(displaySettings.hideToolActivity),
	};
}
