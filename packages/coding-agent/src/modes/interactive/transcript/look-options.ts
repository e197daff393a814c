import { readSettings } from "@oh-my-pi/pi-tools/read/settings";
import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { displaySettings, terminalSettings, tuiSettings } from "../../../settings/sections/display.ts";
import { thinkingSettings } from "../../../settings/sections/thinking.ts";
import type { Settings } from "../../../settings/settings.ts";
import type { DisplayState } from "../mode.ts";
import type { LookOptions } from "./block-view.ts";

export interface LookSources {
	readonly theme: Theme;
	readonly settings: Settings;
	readonly display: DisplayState;
	readonly keymap: Keymap;
	readonly spinner: () => string;
	readonly highlight: NonNullable<LookOptions["highlight"]>;
	readonly taggedText: NonNullable<LookOptions["taggedText"]>;
	readonly image: NonNullable<LookOptions["image"]>;
	readonly linkTo: NonNullable<LookOptions["linkTo"]>;
	readonly showsLinks: () => boolean;
	readonly onRenderError: NonNullable<LookOptions["onRenderError"]>;
}

/** How the transcript looks right now: as the settings say and as the user has switched it. */
export function lookOptions(sources: LookSources): LookOptions {
	const { theme, settings, display, keymap, spinner, highlight, taggedText, image, onRenderError } = sources;
	return {
		theme,
		highlight,
		taggedText,
		image,
		get linkTo() {
			return sources.showsLinks() ? sources.linkTo : undefined;
		},
		spinner,
		onRenderError,
		expanded: () => display.expanded,
		showThinking: () => display.showThinking,
		showTools: () => display.showTools,
		expandKey: () => describeChord(keymap.chordsFor("app.tools.expand")[0] ?? ""),
		showReads: () => settings.get(readSettings.toolResultPreview),
		proseOnly: () => settings.get(thinkingSettings.proseOnlyThinking),
		showUsage: () => settings.get(displaySettings.showTokenUsage),
		padding: () => (settings.get(tuiSettings.tight) ? 0 : 1),
	};
}

/** When one of these changes, what is on screen is drawn again. */
export const lookSettings = [
	readSettings.toolResultPreview,
	thinkingSettings.proseOnlyThinking,
	displaySettings.showTokenUsage,
	tuiSettings.tight,
	tuiSettings.hyperlinks,
	terminalSettings.showImages,
];
