import { expect, test } from "bun:test";
import { displaySettings } from "../../../../settings/sections/screen/display.ts";
import { Settings } from "../../../../settings/settings.ts";
import { displayState, followSwitches } from "./display-state.ts";

test("thoughts that were hidden by key stay hidden when the setting for tools changes", () => {
	const settings = new Settings();
	const display = displayState(settings);
	let changes = 0;
	const unfollow = followSwitches(display, settings, () => changes++);
	display.showThinking = false;
	settings.override(displaySettings.hideToolActivity, true);
	unfollow();
	settings.override(displaySettings.hideToolActivity, false);
	expect([display, changes]).toEqual([{ expanded: false, showThinking: false, showTools: false }, 1]);
});
