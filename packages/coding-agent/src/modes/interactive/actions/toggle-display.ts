import { type Action, always } from "./action.ts";

export function toggleDisplay(
	key: "expanded" | "showThinking" | "showTools",
	what: string,
	on: string,
	off: string,
): Action {
	return always(({ display, redraw, notify }) => {
		display[key] = !display[key];
		redraw();
		notify("info", `${what}: ${display[key] ? on : off}`);
	});
}
