import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { findPosition, symbolColumn } from "./symbol-position.ts";

const lines = ["const data = a + A + a;", "  total += data", "", "console.log(ä, data)"];
const at = (params: { line?: number; symbol?: string; column?: number }, action: "hover" | "rename" = "hover") => {
	const { line, character } = findPosition({ lines, shownPath: "x.ts" }, { action, ...params });
	return `${line}:${character}`;
};

verifies("tools-code-web:lsp:symbol-column", () => {
	// A whole word counts before a part of one.
	expect([at({ symbol: "a", line: 1 }), at({ symbol: "a#2", line: 1 }), at({ symbol: "A", line: 1 })]).toEqual([
		"0:13",
		"0:21",
		"0:17",
	]);
	expect([at({ line: 2 }), at({ symbol: "TOTAL", line: 2 }), at({ symbol: "dat", line: 2 })]).toEqual([
		"1:2",
		"1:2",
		"1:11",
	]);
	expect([at({ line: 3 }), at({ line: 4, symbol: "data" }), at({ line: 2, column: 5 })]).toEqual([
		"2:0",
		"3:15",
		"1:4",
	]);
	expect(() => at({ symbol: "x", line: 3 })).toThrow(/^Symbol "x" not found on line 3$/);
	expect(() => at({ symbol: "a#3", line: 1 })).toThrow('Symbol "a#3" not found on line 1');
	expect(() => at({ symbol: "total", line: 4 })).toThrow('Symbol "total" not found on line 4; it is on line 2');
	expect(() => at({ line: 9 })).toThrow("Line 9 is not in x.ts, which has 4 line(s)");
});

test("of a dotted name the last part is meant", () => {
	expect([symbolColumn("console.log(x)", "console.log"), symbolColumn("std::io::read", "io::read")]).toEqual([8, 9]);
	expect([symbolColumn("this.#count++", "#count"), symbolColumn("a.b?.(c)", "a.b?.(")]).toEqual([5, 0]);
});

test("without a line, what changes nothing looks for the name in the file", () => {
	expect(at({ symbol: "total" })).toBe("1:2");
	expect(() => at({ symbol: "total" }, "rename")).toThrow('Symbol "total" not found on line 1');
});
