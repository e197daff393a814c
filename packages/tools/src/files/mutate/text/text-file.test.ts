import { expect, test } from "bun:test";
import { decodeText, encodeText, markedText, parseText } from "./text-file.ts";

test.each([
	["a\nb\n", { text: "a\nb\n", bom: false, lineEnd: "\n" }],
	["a\r\nb", { text: "a\nb", bom: false, lineEnd: "\r\n" }],
	["\ufeffa\rb\r", { text: "a\nb\n", bom: true, lineEnd: "\r" }],
	["a\r\nb\nc\r\n", { text: "a\nb\nc\n", bom: false, lineEnd: "\r\n", mixedEnds: ["\r\n", "\n", "\r\n"] }],
	["a\rb\nc\n", { text: "a\nb\nc\n", bom: false, lineEnd: "\n", mixedEnds: ["\r", "\n", "\n"] }],
	["", { text: "", bom: false, lineEnd: "\n" }],
] as const)("%j is read, and written back as it was", (raw, expected) => {
	const file = parseText(raw);
	expect(file).toEqual(expected as never);
	expect(encodeText(file.text, file)).toBe(raw);
});

test("lines that stay keep their own end, and new ones get the usual one", () => {
	const file = parseText("a\r\nb\nc\r\nd\n\r\n");
	expect(encodeText("b\nnew\nc\nd\n\nend\n", file)).toBe("b\nnew\r\nc\r\nd\n\r\nend\r\n");
	expect(encodeText("", file)).toBe("");
});

test("the mark belongs to what snapshots see", () => {
	expect([markedText(parseText("\ufeffa")), markedText(parseText("a"), "b")]).toEqual(["\ufeffa", "b"]);
});

test("what is not UTF-8 text has no lines", () => {
	const bytes = (...values: number[]) => decodeText(new Uint8Array(values));
	expect([bytes(0x61, 0), bytes(0xe9), bytes(0xff, 0xfe, 0x61, 0), bytes(0x61)?.text]).toEqual([
		undefined,
		undefined,
		undefined,
		"a",
	]);
});
