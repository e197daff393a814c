import { describe, expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { randomText } from "../testing/random-text.ts";
import { createState, insertText, moveTo } from "./edit-state.ts";
import { displayWidth, layoutLine } from "./line-layout.ts";
import { caretPlace, placeAt, VisualLayout } from "./visual-layout.ts";

function pieces(line: string, width: number): string[] {
	return layoutLine(line, width).map((span) => line.slice(span.start, span.end));
}

describe("layoutLine", () => {
	test("breaks after spaces and inside long words, and keeps every character", () => {
		expect([
			pieces("hello big world", 10),
			pieces("abcdefgh", 3),
			pieces("日本語", 4),
			pieces("", 5),
			pieces("ab      cd", 4),
		]).toEqual([["hello big ", "world"], ["abc", "def", "gh"], ["日本", "語"], [""], ["ab      ", "cd"]]);
	});

	test("for any text, the pieces join to the line and fit, except for trailing spaces", () => {
		const random = seeded(11);
		for (let round = 0; round < 2000; round++) {
			const line = Bun.stripANSI(randomText(random, 40));
			const width = 2 + random.below(12);
			const parts = pieces(line, width);
			expect(parts.join("")).toBe(line);
			expect(Math.max(...parts.map((part) => displayWidth(part.trimEnd())))).toBeLessThanOrEqual(width);
		}
	});
});

describe("VisualLayout", () => {
	test("after any edit, the rows equal those of a new layout", () => {
		const random = seeded(12);
		const kept = new VisualLayout();
		let state = createState("first line\nsecond longer line here\nthird");
		for (let round = 0; round < 300; round++) {
			const text = random.pick(["x", "word ", "\n", "a\nb\nc", "日本"]);
			state = insertText(moveTo(state, random.below(state.lines.length), random.below(30)), text);
			if (random.chance(0.2))
				state = createState(state.lines.slice(0, 1 + random.below(state.lines.length)).join("\n"));
			const width = random.chance(0.1) ? 8 : 12;
			expect(kept.rows(state, width)).toEqual(new VisualLayout().rows(state, width));
		}
	});

	test("every text position maps to the screen and back", () => {
		const state = createState("hello big world\n日本語 text\n\nend");
		const rows = new VisualLayout().rows(state, 9);
		for (const [lineIndex, line] of state.lines.entries()) {
			for (let column = 0; column <= line.length; column++) {
				const place = caretPlace(rows, moveTo(state, lineIndex, column));
				expect(placeAt(rows, state, place.row, place.column)).toEqual({ lineIndex, column });
			}
		}
	});

	verifies("tui:editor:large-text", () => {
		let laidOut = 0;
		const layout = new VisualLayout((line, width) => {
			laidOut++;
			return layoutLine(line, width);
		});
		const before = createState(Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join("\n"));
		const rows = layout.rows(before, 40);
		laidOut = 0;
		const after = layout.rows(insertText(moveTo(before, 5000, 0), "x\ny"), 40);
		expect({ rows: rows.length, after: after.length, laidOut }).toEqual({ rows: 10_000, after: 10_001, laidOut: 2 });
	});
});
