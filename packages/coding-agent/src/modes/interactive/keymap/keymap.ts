import { buildKeymap, type Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { TUI_ACTIONS } from "@oh-my-pi/pi-tui/input/tui-actions.data";
import { appActions } from "./app-actions.data.ts";

/** Every action of the interactive mode and its widgets. */
export function interactiveKeymap(): Keymap {
	return buildKeymap({ ...TUI_ACTIONS, ...appActions }).keymap;
}
