import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { DisplayState } from "../transcript/draw/display-state.ts";

export interface PanelContext {
	readonly session: OpenedConversation;
	readonly theme: Theme;
	readonly display: DisplayState;
	readonly keymap: Keymap;
	readonly requestRender: () => void;
}

/** Makes a component between the transcript and the editor; with nothing to show it has no rows. */
export type Panel = (context: PanelContext) => Component;
