import { describe, expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { randomText } from "../testing/random-text.ts";
import { fitToWidth } from "./pad.ts";
import { sliceWithWidth } from "./slice.ts";
import { replaceTabs } from "./tabs.ts";
import { truncateToWidth } from "./truncate.ts";
import { visibleWidth } from "./visible-width.ts";
import { wrapTextWithAnsi } from "./wrap.ts";

const RANDOM_TEXTS = 3000;

function letters(text: string): string {
	return Bun.stripANSI(text).replaceAll(" ", "");
}

describe("visibleWidth", () => {
	test("counts the columns that a terminal shows", () => {
		const widths = [
			"abc",
			"日本",
			"e\u0301",
			"👩‍👩‍👧‍👦",
			"🇩🇪",
			"\x1b[31mred\x1b[0m",
			"\x1b]8;;http://x\x07link\x1b]8;;\x07",
			"Ω…│",
		].map(visibleWidth);
		expect(widths).toEqual([3, 4, 1, 2, 2, 3, 4, 3]);
	});

	test("counts larger text by its scale", () => {
		expect(["\x1b]66;s=2;hi\x07", "a\x1b]66;s=3:w=1;x\x1b\\b", "\x1b]66;;日\x07"].map(visibleWidth)).toEqual([4, 5, 2]);
	});
});

describe("sliceWithWidth", () => {
	test("reports its real width and never exceeds the range", () => {
		const random = seeded(1);
		for (let round = 0; round < RANDOM_TEXTS; round++) {
			const text = randomText(random);
			const start = random.below(12);
			const end = start + random.below(12);
			const slice = sliceWithWidth(text, start, end);
			expect({ text, width: visibleWidth(slice.text) }).toEqual({ text, width: slice.width });
			expect(slice.width).toBeLessThanOrEqual(end - start);
		}
	});

	test("two adjacent slices lose at most the wide character between them", () => {
		const random = seeded(2);
		for (let round = 0; round < RANDOM_TEXTS; round++) {
			const text = randomText(random);
			const total = visibleWidth(text);
			const cut = random.below(total + 1);
			const parts = sliceWithWidth(text, 0, cut).width + sliceWithWidth(text, cut, total).width;
			expect(total - parts).toBeOneOf([0, 2]);
		}
	});

	test("keeps the active styles and ends them", () => {
		expect(sliceWithWidth("\x1b[1mbold\x1b[0m plain", 2, 6)).toEqual({ text: "\x1b[1mld\x1b[0m p", width: 4 });
	});

	test("replaces a cut sized span by spaces", () => {
		expect(sliceWithWidth("a\x1b]66;s=2;hi\x07b", 0, 3)).toEqual({ text: "a  ", width: 3 });
		expect(sliceWithWidth("a\x1b]66;s=2;hi\x07b", 1, 6)).toEqual({ text: "\x1b]66;s=2;hi\x07b", width: 5 });
	});

	test("clamps invalid ranges", () => {
		expect(sliceWithWidth("abc", -5, -1)).toEqual({ text: "", width: 0 });
		expect(sliceWithWidth("日本", 5, 2)).toEqual({ text: "", width: 0 });
	});
});

describe("truncateToWidth", () => {
	test("leaves fitting text alone and marks truncated text", () => {
		expect([
			truncateToWidth("hello", 5),
			truncateToWidth("hello", 4),
			truncateToWidth("日本語", 4),
			truncateToWidth("hello", 0),
		]).toEqual(["hello", "hel…", "日…", ""]);
	});

	test("never exceeds the width", () => {
		const random = seeded(3);
		for (let round = 0; round < RANDOM_TEXTS; round++) {
			const width = random.below(10);
			expect(visibleWidth(truncateToWidth(randomText(random), width))).toBeLessThanOrEqual(width);
		}
	});
});

verifies("tui:width:one-model", () => {
	const random = seeded(77);
	for (let round = 0; round < 500; round++) {
		const text = randomText(random, 40);
		const width = 1 + random.below(30);
		const slice = sliceWithWidth(text, 0, width);
		const cut = truncateToWidth(text, width);
		const rows = wrapTextWithAnsi(text, width);
		const measured = {
			slice: visibleWidth(slice.text),
			isCutWithin: visibleWidth(cut) <= width,
			areRowsWithin: rows.every((row) => visibleWidth(row) <= width),
			fits: visibleWidth(fitToWidth(text, width)),
		};
		expect({ round, ...measured }).toEqual({
			round,
			slice: slice.width,
			isCutWithin: true,
			areRowsWithin: true,
			fits: width,
		});
	}
});

test("fitToWidth is exact for any text", () => {
	const random = seeded(4);
	for (let round = 0; round < RANDOM_TEXTS; round++) {
		const width = random.below(20);
		expect(visibleWidth(fitToWidth(randomText(random), width))).toBe(width);
	}
});

test("replaceTabs makes each tab three columns", () => {
	expect(replaceTabs("\ta\tb")).toBe("   a   b");
});

describe("wrapTextWithAnsi", () => {
	test("breaks at spaces, inside long words, and between wide characters", () => {
		expect([
			wrapTextWithAnsi("hello   world  foo", 7),
			wrapTextWithAnsi("  indented text that wraps", 10),
			wrapTextWithAnsi("abcdefghijkl", 5),
			wrapTextWithAnsi("日本語 日本語", 5),
			wrapTextWithAnsi("a\n\nb", 5),
			wrapTextWithAnsi("", 5),
		]).toEqual([
			["hello", "world", "foo"],
			["  indented", "text that", "wraps"],
			["abcde", "fghij", "kl"],
			["日本", "語 日", "本語"],
			["a", "", "b"],
			[""],
		]);
	});

	verifies("tui:width:wrap-carries-style", () => {
		expect(wrapTextWithAnsi("\x1b[1;31mred text here\x1b[0m x", 8)).toEqual([
			"\x1b[1;31mred text\x1b[22m\x1b[39m",
			"\x1b[1m\x1b[31mhere\x1b[0m x",
		]);
		expect(wrapTextWithAnsi("\x1b]8;;http://x\x07a link\x1b]8;;\x07", 4)).toEqual([
			"\x1b]8;;http://x\x07a\x1b]8;;\x1b\\",
			"\x1b]8;;http://x\x07link\x1b]8;;\x07",
		]);
		expect(wrapTextWithAnsi("\x1b[3mone\ntwo", 8)).toEqual(["\x1b[3mone\x1b[23m", "\x1b[3mtwo\x1b[23m"]);
	});

	test("keeps every glyph in order and every row within the width", () => {
		const random = seeded(5);
		for (let round = 0; round < RANDOM_TEXTS; round++) {
			const text = randomText(random, 40);
			const width = 2 + random.below(12);
			const rows = wrapTextWithAnsi(text, width);
			expect({ text, glyphs: letters(rows.join("")) }).toEqual({ text, glyphs: letters(text) });
			expect(Math.max(...rows.map(visibleWidth))).toBeLessThanOrEqual(width);
		}
	});

	test("a single column holds narrow characters and blanks for wide ones", () => {
		expect(wrapTextWithAnsi("a日b", 1)).toEqual(["a", "b"]);
	});
});

test("sliceWithWidth: clusters that are counted differently when cut never exceed the width", () => {
	const text = `    ✔\ud800 ᄀ각नन\ud800ﷺ${"क".repeat(15)}\u094dक\u094dक\u094dक`;
	for (let width = 0; width < 40; width++) {
		const { text: part, width: columns } = sliceWithWidth(text, 3, 3 + width);
		expect([width, visibleWidth(part) <= width, columns]).toEqual([width, true, visibleWidth(part)]);
	}
});
