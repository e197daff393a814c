import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Session } from "../../../app/compose-session.ts";
import { displaySettings } from "../../../settings/sections/display.ts";
import type { CodeHighlighter } from "../highlighter.ts";
import type { DisplayState } from "../mode.ts";
import type { Stage } from "../stage.ts";
import { lookOptions, lookSettings } from "./look-options.ts";
import { TranscriptPanel } from "./transcript-panel.ts";

export interface TranscriptSources {
	readonly stage: Pick<Stage, "transcript" | "loader" | "look" | "screen" | "images">;
	readonly session: Session;
	readonly display: DisplayState;
	readonly keymap: Keymap;
	readonly code: CodeHighlighter;
}

/** The transcript of a session, which looks as its settings say from moment to moment. */
export function sessionTranscript({
	stage,
	session,
	display,
	keymap,
	code,
}: TranscriptSources): TranscriptPanel & Disposable {
	const { settings } = session;
	const { theme } = stage.look;
	const requestRender = () => stage.screen.requestRender();
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
		}),
		isSmooth: () => settings.get(displaySettings.smoothStreaming),
		requestRender,
	});
	const redraw = () => {
		panel.redraw();
		requestRender();
	};
	const ends = [
		settings.watch(lookSettings, redraw),
		settings.watch([displaySettings.hideToolActivity], () => {
			display.showTools = !settings.get(displaySettings.hideToolActivity);
			redraw();
		}),
	];
	return Object.assign(panel, {
		[Symbol.dispose]() {
			for (const end of ends) end();
		},
	});
}
