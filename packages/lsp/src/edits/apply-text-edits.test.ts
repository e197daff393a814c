// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what snippets look like
import { expect, test } from "bun:test";
import { decodePosition } from "../documents/position-encoding.ts";
import { applyTextEdits } from "./apply-text-edits.ts";
import { stripSnippet } from "./strip-snippet.ts";

const edit = (from: readonly [number, number], to: readonly [number, number], newText: string) => ({
	range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
	newText,
});

test("edits speak of the text before all of them", () => {
	const text = "one\r\ntwo\nthree";
	const edits = [edit([2, 0], [2, 5], "3"), edit([0, 0], [0, 3], "1"), edit([1, 3], [1, 3], "!")];
	expect(applyTextEdits(text, edits)).toBe("1\r\ntwo!\n3");
	expect(applyTextEdits(text, [])).toBe(text);
});

test("insertions at one place keep their order, and go before what is replaced there", () => {
	expect(applyTextEdits("abc", [edit([0, 1], [0, 2], "B"), edit([0, 1], [0, 1], "1"), edit([0, 1], [0, 1], "2")])).toBe(
		"a12Bc",
	);
});

test("a column beyond the line is its end, and a formatter may replace more than there is", () => {
	expect(applyTextEdits("a\r\nb", [edit([0, 99], [0, 99], "!")])).toBe("a!\r\nb");
	expect(applyTextEdits("a\nb\n", [edit([0, 0], [9999, 0], "x")])).toBe("x");
	expect(applyTextEdits("a", [edit([1, 0], [1, 0], "\nb")])).toBe("a\nb");
});

test("edits that overlap or are not in the text are refused", () => {
	const path = "/p/a.ts";
	const refusal = (problem: string) => `The language server's edits of /p/a.ts cannot be applied: ${problem}`;
	for (const [edits, problem] of [
		[[edit([0, 0], [0, 2], "x"), edit([0, 1], [0, 3], "y")], "edits overlap"],
		[[edit([0, 0], [0, 2], "x"), edit([0, 0], [0, 2], "x")], "edits overlap"],
		[[edit([5, 0], [5, 1], "x")], "the range 6:1-6:2 is not in the text"],
		[[edit([0, 1], [7, 0], "x")], "the range 1:2-8:1 is not in the text"],
		[[edit([0, 2], [0, 1], "x")], "the range 1:3-1:2 is not in the text"],
		[[edit([-1, 0], [0, 1], "x")], "the range 0:1-1:2 is not in the text"],
		[[edit([0, 0.5], [0, 1], "x")], "the range 1:1.5-1:2 is not in the text"],
		[[{ newText: "x" }], "an edit has no range"],
		[[{ ...edit([0, 0], [0, 0], ""), newText: 5 }], "an edit has no text"],
		[[null], "an edit has no range"],
	] as const) {
		expect(() => applyTextEdits("abc\ndef", edits, { path })).toThrow(refusal(problem));
	}
});

test("positions are turned into those of a string", () => {
	const toLocalPosition = (position: { line: number; character: number }, line: string) =>
		decodePosition(position, line, "utf-8");
	expect(applyTextEdits("ü😀b", [edit([0, 6], [0, 7], "X")], { toLocalPosition })).toBe("ü😀X");
});

test("snippets lose their placeholders, plain text keeps its dollars", () => {
	const range = edit([0, 0], [0, 0], "").range;
	expect(applyTextEdits("", [{ range, snippet: { kind: "snippet", value: "f(${1:x})$0" } }])).toBe("f(x)");
	expect(applyTextEdits("", [{ range, newText: "let $1 = $0", insertTextFormat: 2 }])).toBe("let  = ");
	expect(applyTextEdits("", [{ range, newText: "let ${x} = $0", annotationId: "a" }])).toBe("let ${x} = $0");
});

test("every form of placeholder is stripped", () => {
	for (const [snippet, text] of [
		["a$1b${2}c$0", "abc"],
		["${1:one ${2:two} three}", "one two three"],
		["${1|first,second|}", "first"],
		["${1|a\\,b,c|}", "a,b"],
		["$TM_FILENAME-${TM_X:def}", "-def"],
		["${1/a/b/g}x", "x"],
		["\\$1 \\} \\\\ \\n", "$1 } \\ \\n"],
		["{ a } $", "{ a } $"],
		["${1:{ a \\}}", "{ a }"],
		["${unclosed", "${unclosed"],
		["100$ and ${}", "100$ and ${}"],
	] as const) {
		expect(stripSnippet(snippet)).toBe(text);
	}
	expect(stripSnippet("${1|".repeat(20_000))).toHaveLength(80_000);
});
