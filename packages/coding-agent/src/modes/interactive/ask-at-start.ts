import { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import { Transcript } from "@oh-my-pi/pi-tui/screen/transcript";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import type { Dialog } from "../../dialogs/dialog.ts";
import { Dialogs } from "../../dialogs/dialogs.ts";
import type { Surface } from "./open-surface.ts";

/** Asks something before there is a session, on a screen that has nothing else on it and is gone afterwards. */
export async function askAtStart<Result>(surface: Surface, dialog: Dialog<Result>): Promise<Result | undefined> {
	const { terminal, look, keymap } = surface;
	const chrome = new Container();
	const screen = new Screen({ terminal, transcript: new Transcript(), chrome });
	const requestRender = () => screen.requestRender();
	const dialogs = new Dialogs({
		theme: look.theme,
		keymap,
		stage: {
			show: (component, focus) => {
				chrome.replace(component ? [component] : []);
				screen.setFocus(focus);
				requestRender();
			},
			fill: (component) => screen.showFullscreen(component, { mouse: true }).hide,
			rows: () => terminal.rows,
			requestRender,
		},
	});
	using _look = look.follow(terminal, { onProblem: () => {}, onChange: requestRender });
	const answer = dialogs.ask(dialog);
	screen.start();
	try {
		return await answer;
	} finally {
		await screen.stop();
	}
}
