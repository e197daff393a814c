import { expect } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { interactiveKeymap } from "../keys/keymap.ts";
import { thinkingBorder } from "../status/thinking-border.ts";
import { Composer, type ComposerSession } from "./composer.ts";

/** A theme whose edges say which colour they have. */
const named = (name: string): Style => {
	return (text) => (/^[╭╮╰╯│─ ]+$/.test(text) ? `<${name}>${text}` : text);
};
const theme: Theme = {
	...plainTheme,
	bashMode: named("bash"),
	pythonMode: named("python"),
	thinkingOff: named("off"),
	thinkingHigh: named("high"),
};

function composer(rows: number, level = "off"): Composer {
	const made = new Composer({
		theme,
		keymap: interactiveKeymap(),
		rows: () => rows,
		requestRender: () => {},
		maxCompletions: () => 5,
		imeSafe: () => false,
	});
	made.connect({
		status: () => "",
		border: () => thinkingBorder(level, theme),
		isFresh: () => false,
		completions: { complete: async () => undefined },
		recall: { entry: () => undefined, add: () => {} } as unknown as ComposerSession["recall"],
		marks: () => [],
		takePaste: () => false,
		takeImage: () => {},
		onSubmit: () => {},
		recallsDrafts: () => false,
		close: async () => {},
	});
	return made;
}

verifies("tui:editor:box", () => {
	const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
	const drawn = (rows: number, text: string, level?: string) => {
		const made = composer(rows, level);
		made.setText(text);
		return made.component.render(40);
	};
	// One row for the top edge; the text grows with what is written, then with the window, and never beyond either limit.
	const heights = [10, 18, 24, 30, 60].map((rows) => drawn(rows, lines(50)).length - 1);
	expect(heights).toEqual([4, 4, 10, 16, 16]);
	expect(drawn(24, lines(3)).length - 1).toBe(3);
	// What does not fit scrolls; the caret is at the end.
	const shown = drawn(24, lines(50)).map((row) => /line \d+/.exec(row)?.[0]);
	expect(shown).toEqual([undefined, ...Array.from({ length: 10 }, (_, index) => `line ${index + 41}`)]);

	const edge = (text: string, level?: string) => /^<(\w+)>/.exec(drawn(24, text, level)[0] ?? "")?.[1];
	expect([edge("hi"), edge("hi", "high"), edge("!ls", "high"), edge("$ x = 1"), edge("$HOME")]).toEqual([
		"off",
		"high",
		"bash",
		"python",
		"off",
	]);
});
