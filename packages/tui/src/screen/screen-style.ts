import { buildKeymap, type Keymap } from "../input/keymap.ts";
import { TUI_ACTIONS } from "../input/tui-actions.data.ts";
import { plainTheme } from "../theme/plain-theme.ts";
import type { Theme } from "../theme/theme.ts";

/** Theme and keys of the screen, for components of extensions: they are made without being given either. */
export interface ScreenStyle {
	readonly theme: Theme;
	readonly keymap: Keymap;
}

let style: ScreenStyle | undefined;

export function screenStyle(): ScreenStyle {
	style ??= { theme: plainTheme(), keymap: buildKeymap(TUI_ACTIONS).keymap };
	return style;
}

/** Called when a screen is opened. */
export function setScreenStyle(next: ScreenStyle): void {
	style = next;
}
