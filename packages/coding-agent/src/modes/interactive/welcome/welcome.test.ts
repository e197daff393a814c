import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import { viewPictures } from "@oh-my-pi/pi-testkit/view-pictures";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { interactiveKeymap } from "../keys/keymap.ts";
import { drawWelcome, type WelcomeFacts } from "./draw-welcome.ts";
import { tipFor } from "./tips.ts";

const facts: WelcomeFacts = {
	version: "1.0.0",
	modelName: "Claude Sonnet",
	provider: "anthropic",
	tip: "Press shift+tab to cycle through reasoning effort levels",
	recent: [
		{ name: "Fix greeting", timeAgo: "2m ago" },
		{ name: "A session with quite a long name that does not fit into a narrow box", timeAgo: "3d ago" },
	],
};

test("pictures of the welcome", async () => {
	const pictures = await viewPictures((theme) => ({ render: (width) => drawWelcome(facts, theme, width) }));
	expect(pictures).toMatchSnapshot();
});

test("the box is at most 100 columns wide, stacked below 70, and never wider than the screen", () => {
	const rows = (width: number) => drawWelcome(facts, plainTheme, width);
	for (const width of [20, 40, 69, 70, 80, 100, 101, 200]) {
		expect(Math.max(...rows(width).map(visibleWidth))).toBeLessThanOrEqual(Math.min(width, 100));
	}
	expect(rows(69).join("\n")).not.toContain("▀▀██");
	expect(rows(70).join("\n")).toContain("▀▀██");
});

test("somebody who is new is not welcomed back", () => {
	const shown = (recent: WelcomeFacts["recent"]) => drawWelcome({ ...facts, recent }, plainTheme, 80).join("\n");
	expect([shown([]).includes("Welcome!"), shown([]).includes("None here yet")]).toEqual([true, true]);
	expect(shown(undefined)).toContain("Welcome back!");
	expect(drawWelcome({ ...facts, modelName: undefined }, plainTheme, 80).join("\n")).toContain("/login to get one");
});

test("a tip names the key that really does it", () => {
	const keymap = interactiveKeymap();
	const tips = new Set(Array.from({ length: 200 }, (_, index) => tipFor(String(index), keymap)));
	expect(tips.has("Press shift+tab to cycle through reasoning effort levels")).toBe(true);
	expect(tipFor("seed", keymap)).toBe(tipFor("seed", keymap));
	expect([...tips].every((tip) => tip.length > 0)).toBe(true);
});
