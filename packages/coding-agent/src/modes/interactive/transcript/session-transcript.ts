import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { displaySettings, tuiSettings } from "../../../settings/sections/display.ts";
import type { Session } from "../../../workbench/session.ts";
import { followSwitches } from "../display-state.ts";
import { CodeHighlighter } from "../highlighter.ts";
import type { DisplayState } from "../mode.ts";
import { noteRenderError } from "../note-render-error.ts";
import type { Stage } from "../stage.ts";
import { linkTargets } from "./link-target.ts";
import { lookOptions, lookSettings } from "./look-options.ts";
import { TranscriptPanel } from "./transcript-panel.ts";

export interface TranscriptSources {
	readonly stage: Pick<Stage, "transcript" | "loader" | "look" | "screen" | "images" | "hyperlinks">;
	readonly session: Session;
	readonly display: DisplayState;
	readonly keymap: Keymap;
}

/** The transcript of a session, which looks as its settings say from moment to moment. */
export function sessionTranscript({
	stage,
	session,
	display,
	keymap,
}: TranscriptSources): TranscriptPanel & Disposable & { loadColours(): Promise<void> } {
	const { settings } = session;
	const { theme } = stage.look;
	const requestRender = () => stage.screen.requestRender();
	const code = new CodeHighlighter(theme);
	const spinner = () => stage.loader.picture;
	const panel = new TranscriptPanel(stage.transcript, {
		look: lookOptions({
			theme,
			settings,
			display,
			keymap,
			spinner,
			highlight: code.highlight,
			taggedText: session.taggedText,
			image: stage.images.component,
			onRenderError: noteRenderError(session.host),
			linkTo: linkTargets(session.host),
			showsLinks: () => showsLinks(session, stage.hyperlinks),
		}),
		isSmooth: () => settings.get(displaySettings.smoothStreaming),
		requestRender,
	});
	const redraw = () => {
		panel.redraw();
		requestRender();
	};
	const ends = [settings.watch(lookSettings, redraw), followSwitches(display, settings, redraw)];
	return Object.assign(panel, {
		/** Code is plain until this is there; it can wait. */
		loadColours: () => code.load(),
		[Symbol.dispose]() {
			for (const end of ends) end();
		},
	});
}

function showsLinks({ settings }: Session, isCapable: boolean): boolean {
	const wanted = settings.get(tuiSettings.hyperlinks);
	return wanted === "always" || (wanted === "auto" && isCapable);
}
