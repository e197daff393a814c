import { readSettings } from "@oh-my-pi/pi-tools/read/settings";
import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { thinkingSettings } from "../../../../settings/sections/model/thinking.ts";
import { displaySettings, terminalSettings, tuiSettings } from "../../../../settings/sections/screen/display.ts";
import { mcpSettings } from "../../../../settings/sections/services/mcp.ts";
import type { Settings } from "../../../../settings/settings.ts";
import type { DisplayState } from "./display-state.ts";
import type { RenderOptions } from "./parts/block-view.ts";

export interface RenderSources {
	readonly theme: Theme;
	readonly toolViews: RenderOptions["toolViews"];
	readonly toolLabel?: RenderOptions["toolLabel"];
	readonly shownArgs?: RenderOptions["shownArgs"];
	readonly settings: Settings;
	readonly display: DisplayState;
	readonly keymap: Keymap;
	readonly thinkingRenderer: NonNullable<RenderOptions["thinkingRenderer"]>;
	readonly spinner: () => string;
	readonly highlight: NonNullable<RenderOptions["highlight"]>;
	readonly diagram: NonNullable<RenderOptions["diagram"]>;
	readonly taggedText: NonNullable<RenderOptions["taggedText"]>;
	readonly image: NonNullable<RenderOptions["image"]>;
	readonly linkTo: NonNullable<RenderOptions["linkTo"]>;
	readonly showsLinks: () => boolean;
	readonly shownPath: NonNullable<RenderOptions["shownPath"]>;
	readonly registry: NonNullable<RenderOptions["registry"]>;
	readonly onRenderError: NonNullable<RenderOptions["onRenderError"]>;
}

/** The options as they are at the moment: by settings, and as the user has switched them. */
export function renderOptions(sources: RenderSources): RenderOptions {
	const { theme, toolViews, settings, display, keymap, spinner, highlight, diagram, taggedText, image, onRenderError } =
		sources;
	return {
		theme,
		toolViews,
		highlight,
		diagram,
		taggedText,
		image,
		get linkTo() {
			return sources.showsLinks() ? sources.linkTo : undefined;
		},
		shownPath: sources.shownPath,
		registry: sources.registry,
		spinner,
		thinkingRenderer: sources.thinkingRenderer,
		onRenderError,
		expanded: () => display.expanded,
		showThinking: () => display.showThinking,
		showTools: () => display.showTools,
		expandKey: () => describeChord(keymap.chordsFor("app.tools.expand")[0] ?? ""),
		...(sources.shownArgs && { shownArgs: sources.shownArgs }),
		...(sources.toolLabel && { toolLabel: sources.toolLabel }),
		markdownResults: () => settings.get(mcpSettings.renderMarkdownResults),
		showReads: () => settings.get(readSettings.toolResultPreview),
		proseOnly: () => settings.get(thinkingSettings.proseOnlyThinking),
		showUsage: () => settings.get(displaySettings.showTokenUsage),
		padding: () => (settings.get(tuiSettings.tight) ? 0 : 1),
	};
}

/** When one of these changes, what is on screen is drawn again. */
export const renderSettings = [
	readSettings.toolResultPreview,
	mcpSettings.renderMarkdownResults,
	thinkingSettings.proseOnlyThinking,
	displaySettings.showTokenUsage,
	tuiSettings.tight,
	tuiSettings.renderMermaid,
	tuiSettings.hyperlinks,
	terminalSettings.showImages,
];
