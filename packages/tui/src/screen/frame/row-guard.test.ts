import { expect, test } from "bun:test";
import { guardRow, haveOnlyStyles } from "./row-guard.ts";

const guarded = (row: string) => guardRow(row, 20);

test("styles, links and images stay; what moves the cursor goes", () => {
	const row = "\x1b[1mb\x1b[0m \x1b]8;;http://x\x1b\\l\x1b]8;;\x07 \x1b_Gi=1;AAAA\x1b\\\x1bPq#0\x1b\\";
	expect(guarded(row)).toBe(row);
	expect(guarded("a\x1b[2J\x1b[3;4Hb\nc\td\x9b1A")).toBe("abcd1A");
});

test("a string without its end would take the next row for its own", () => {
	expect(["a\x1b]8;;http://x", "a\x1bPq", "a\x1b_Gi=1", "a\x1b]8;;x\x1b[0mb"].map(guarded)).toEqual([
		"a",
		"a",
		"a",
		"a\x1b[0mb",
	]);
});

test("a string with a control character, which may end it early, goes", () => {
	expect(["a\x1b]8;;\x18\n\n\x07b", "a\x1bP\x1a\x9b5A\x1b\\b"].map(guarded)).toEqual(["ab", "ab"]);
});

test("rows have only styles if each of them does", () => {
	expect(haveOnlyStyles(["plain", "", "\x1b[1;38;2;1;2;3mbold\x1b[0m", "漢字 │"])).toBe(true);
	for (const rows of [
		["a\x1b", "[31mb"],
		["a\x1b[3", "1mb"],
		["a\nb"],
		["a\x1b]8;;x\x07b"],
		["ok", "\x1b_G\x1b\\"],
		["\x9b31m"],
	]) {
		expect(haveOnlyStyles(rows)).toBe(false);
	}
});
