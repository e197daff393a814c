import { displaySettings } from "../../../settings/sections/display.ts";
import type { Session } from "../../../workbench/session.ts";
import { LoaderLine } from "../activity/loader-line.ts";
import { isFarAway } from "../activity/shimmer.ts";
import type { DisplayState } from "../mode.ts";
import type { Stage } from "../stage.ts";
import { panels } from "./panels.ts";
import { spaced } from "./spaced.ts";

/** Puts what a session has to show between transcript and editor; gives the line that says what is going on. */
export function openPanels(stage: Stage, session: Session, display: DisplayState): LoaderLine {
	const { loader, keymap, screen } = stage;
	const { theme } = stage.look;
	const { settings, host } = session;
	const requestRender = () => screen.requestRender();
	for (const panel of panels) stage.panels.add(spaced(panel({ session, theme, display, keymap, requestRender })));
	return new LoaderLine({
		loader,
		theme,
		now: host.now,
		shimmer: () => (isFarAway(host.env) ? "disabled" : settings.get(displaySettings.shimmer)),
	});
}
