import type { ScreenPorts } from "../../../../commands/contract/screen-ports.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import type { DisplayState } from "../../transcript/draw/display-state.ts";
import type { TranscriptPanel } from "../../transcript/draw/transcript-panel.ts";

export interface SessionPort {
	readonly session: OpenedConversation;
}

export interface DisplayPort {
	readonly display: DisplayState;
	/** Draws the transcript again, because the display has changed. */
	readonly redraw: () => void;
}

export interface TranscriptPort {
	/** An empty transcript that draws as the one on the screen does. */
	readonly transcriptBeside: TranscriptPanel["beside"];
}

export interface ScreenControl {
	/** Clears the terminal and draws everything anew. */
	readonly resetScreen: () => void;
	/** Skips to the end of a reset; true when one was in progress. */
	readonly endReset: () => boolean;
	/** Ctrl+Z. */
	readonly suspend: () => void;
	readonly quit: () => void;
}

export interface HintPort {
	/** Shows a few words in the empty editor for a moment. */
	readonly hint: (text: string, forMs: number) => void;
}

/** Everything keys may use. An action takes only the ports it needs. */
export interface ActionPorts extends ScreenPorts, SessionPort, DisplayPort, TranscriptPort, ScreenControl, HintPort {}

/** What a key does. False when there is nothing to do: the key then goes on to the editor. */
export type Action<Ports = ActionPorts> = (ports: Ports) => boolean;

/** A key that always does something. */
export function always<Ports>(act: (ports: Ports) => void): Action<Ports> {
	return (ports) => {
		act(ports);
		return true;
	};
}
