import { appearanceSettings } from "../../../../settings/sections/screen/appearance.ts";
import { displaySettings } from "../../../../settings/sections/screen/display.ts";
import type { Settings } from "../../../../settings/settings.ts";

const { hideThinkingBlock } = appearanceSettings;
const { hideToolActivity } = displaySettings;

/** What the user has switched about the transcript. */
export interface DisplayState {
	expanded: boolean;
	showThinking: boolean;
	showTools: boolean;
	/** The models that a key cycles through, while they are shown. */
	modelCycle?: { readonly names: readonly string[]; readonly current: number };
}

/** How a session begins, until the user switches something. */
export function displayState(settings: Settings): DisplayState {
	return {
		expanded: false,
		showThinking: !settings.get(hideThinkingBlock),
		showTools: !settings.get(hideToolActivity),
	};
}

/** Applies a setting when it changes; what was switched by key stays when another one changes. Returns the way to end that. */
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
