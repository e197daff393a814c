import { expect, test } from "bun:test";
import { ByteLines } from "./byte-lines.ts";

const linesOf = (text: string) => new ByteLines(Buffer.from(text));

test("byte-lines: returns the same lines as splitting the text", () => {
	for (const text of ["", "one", "one\n", "one\ntwo", "\n\nüber\n\nlast\n"]) {
		const lines = linesOf(text);
		expect(Array.from({ length: lines.count }, (_, index) => lines.text(index))).toEqual(text.split("\n"));
		expect(lines.text(lines.count)).toBe("");
	}
});

test("byte-lines: a prefix matches a line, also where the bytes end within it", () => {
	const lines = linesOf("abc\nab\n\nabcd");
	const prefix = Buffer.from("abc");
	expect([0, 1, 2, 3, 4].map((index) => lines.startsWith(index, prefix))).toEqual([true, false, false, true, false]);
	expect(lines.countStartingWith(prefix)).toBe(2);
});
