import { type ActionTable, buildKeymap, type Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { TUI_ACTIONS } from "@oh-my-pi/pi-tui/input/tui-actions.data";
import { describeWarnings } from "../../../settings/keybindings/describe-warnings.ts";
import { loadKeybindings } from "../../../settings/keybindings/load-keybindings.ts";
import { appActions } from "./app-actions.data.ts";
import { surfaceActions } from "./surface-actions.data.ts";

/** Every action of the interactive mode and its widgets, with the keys that terminals of a system have besides. */
export function actionsOn(platform: NodeJS.Platform): ActionTable {
	const { "app.clipboard.pasteImage": paste, ...others } = appActions;
	const chords = [...paste.chords, ...(platform === "darwin" ? ["super+v"] : platform === "win32" ? ["alt+v"] : [])];
	return { ...TUI_ACTIONS, ...others, "app.clipboard.pasteImage": { ...paste, chords }, ...surfaceActions };
}

export const allActions: ActionTable = actionsOn(process.platform);

/** Which keys do what unless a user says otherwise. */
export function interactiveKeymap(): Keymap {
	return buildKeymap(allActions).keymap;
}

/** Which keys do what, with the user's own over the usual ones; what makes no sense in their files is said. */
export async function loadInteractiveKeymap(folders: {
	readonly agentDir: string;
	readonly defaultAgentDir: string;
}): Promise<{ keymap: Keymap; problems: readonly string[] }> {
	const keybindings = await loadKeybindings(folders, allActions);
	const { keymap, warnings } = buildKeymap(allActions, keybindings.overrides);
	const problems = [...keybindings.problems, ...(await describeWarnings(warnings, keybindings, allActions))];
	return { keymap, problems };
}
