import { expect, test } from "bun:test";
import { LineSplitter } from "./split-lines.ts";

function split(chunks: readonly string[], maxBytes: number) {
	const lines: string[] = [];
	const tooLong: Array<{ bytes: number; ends: string }> = [];
	const splitter = new LineSplitter({
		maxBytes,
		onLine: (line) => lines.push(line),
		onTooLong: (bytes, ends) => tooLong.push({ bytes, ends }),
	});
	for (const chunk of chunks) splitter.push(new TextEncoder().encode(chunk));
	return { lines, tooLong };
}

test("split-lines: a line may come in several chunks; empty lines and an unfinished one are left out", () => {
	expect(split(["on", "e\n\ntw", "o\nthree"], 10)).toEqual({ lines: ["one", "two"], tooLong: [] });
});

test("split-lines: a line that is too long is reported with its ends, and the next one is read", () => {
	const long = `a${"x".repeat(5000)}z`;
	expect(split([`${long.slice(0, 3000)}`, `${long.slice(3000)}\nnext\n`], 100)).toEqual({
		lines: ["next"],
		tooLong: [{ bytes: 5002, ends: `${long.slice(0, 2048)}\n${long.slice(-2048)}` }],
	});
});
