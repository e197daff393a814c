import { expect, test } from "bun:test";
import { viewPictures } from "@oh-my-pi/pi-testkit/terminal/view-pictures";
import type { DisplayState } from "../transcript/draw/display-state.ts";
import { modelCyclePanel } from "./model-cycle-panel.ts";
import type { PanelContext } from "./panel.ts";

const display: DisplayState = { expanded: false, showThinking: true, showTools: true };

test("the models one goes through, with the current one between arrows", async () => {
	const names = ["smol", "default", "slow"];
	const shown = { ...display, modelCycle: { names, current: 1 } };
	const pictures = await viewPictures((theme) => modelCyclePanel({ display: shown, theme } as unknown as PanelContext));
	expect(pictures["plain 80"]).toBe("\n smol ┆ ◀ default ▶ ┆ slow\n");
	expect(pictures).toMatchSnapshot();
});

test("otherwise it takes no room", async () => {
	for (const state of [display, { ...display, modelCycle: { names: [], current: 0 } }]) {
		const pictures = await viewPictures((theme) =>
			modelCyclePanel({ display: state, theme } as unknown as PanelContext),
		);
		expect(new Set(Object.values(pictures))).toEqual(new Set(["\n\n"]));
	}
});
