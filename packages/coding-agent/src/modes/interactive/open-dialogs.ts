import { Dialogs } from "../../dialogs/dialogs.ts";
import type { Stage } from "./stage.ts";

/** Dialogs that take the editor's place, or the whole screen; `onAsk` hears when one of the first opens and closes. */
export function openDialogs(stage: Stage, onAsk: (isAsking: boolean) => void): Dialogs {
	const { terminal, keymap, screen, chrome, composer } = stage;
	const requestRender = () => screen.requestRender();
	return new Dialogs({
		theme: stage.look.theme,
		keymap,
		stage: {
			show(component, focus) {
				chrome.show(component);
				onAsk(component !== undefined);
				screen.setFocus(focus ?? composer.component);
				requestRender();
			},
			fill(component) {
				const { hide } = screen.showFullscreen(component, { mouse: true });
				return hide;
			},
			rows: () => terminal.rows,
			requestRender,
		},
	});
}
