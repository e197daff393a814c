import { appearanceSettings } from "../../settings/sections/appearance.ts";
import { displaySettings } from "../../settings/sections/display.ts";
import type { Settings } from "../../settings/settings.ts";
import type { DisplayState } from "./mode.ts";

const { hideThinkingBlock } = appearanceSettings;
const { hideToolActivity } = displaySettings;

/** How a session begins, until the user switches something. */
export function displayState(settings: Settings): DisplayState {
	return {
		expanded: false,
		showThinking: !settings.get(hideThinkingBlock),
		showTools: !settings.get(hideToolActivity),
	};
}

/** A setting that changes counts at once; what was switched by key stays when another one changes. Gives the way to end that. */
export function followSwitches(display: DisplayState, settings: Settings, onChange: () => void): () => void {
	const ends = [
		settings.watch([hideThinkingBlock], () => {
			display.showThinking = !settings.get(hideThinkingBlock);
			onChange();
		}),
		settings.watch([hideToolActivity], () => {
			display.showTools = !settings.get(hideToolActivity);
			onChange();
		}),
	];
	return () => {
		for (const end of ends) end();
	};
}
