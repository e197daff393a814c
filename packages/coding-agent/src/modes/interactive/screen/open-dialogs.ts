import type { Highlighter } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import { Dialogs } from "../../../dialogs/open/dialogs.ts";
import type { ScreenParts } from "./open-screen.ts";

/** Dialogs that take the editor's place, or the whole screen; `onAsk` is called when one of the first opens and closes. */
export function openDialogs(parts: ScreenParts, highlight: Highlighter, onAsk: (isAsking: boolean) => void): Dialogs {
	const { terminal, keymap, screen, chrome, composer } = parts;
	const requestRender = () => screen.requestRender();
	return new Dialogs({
		theme: parts.liveTheme.theme,
		keymap,
		highlight,
		area: {
			show(component, focus) {
				chrome.show(component);
				onAsk(component !== undefined);
				screen.setFocus(focus ?? composer.shown);
				requestRender();
			},
			fill: (component) => screen.showFullscreen(component, { mouse: true }).hide,
			overlay(component) {
				onAsk(true);
				const { hide } = screen.showOverlay(component, { anchor: "bottom-center", width: "100%" });
				return () => {
					onAsk(false);
					hide();
				};
			},
			rows: () => terminal.rows,
			requestRender,
			draft: composer,
		},
	});
}
