import { expect, test } from "bun:test";
import type { TextContent } from "../message.ts";
import { forgetPieces, growText, textBetween } from "./recent-text.ts";

const grown = (pieces: readonly string[], text = ""): TextContent => {
	const content: TextContent = { type: "text", text };
	for (const piece of pieces) growText(content, piece);
	return content;
};

test("every part of a grown text is the same as of the whole", () => {
	const content = grown(["ab", "c", "def", "g"], "start ");
	const { text } = content;
	for (let start = 0; start <= text.length; start++) {
		for (let end = 0; end <= text.length + 1; end++)
			expect(textBetween(content, start, end)).toBe(text.slice(start, end));
	}
});

test("what is older than the kept pieces, forgotten or changed otherwise is read from the text itself", () => {
	const pieces = Array.from({ length: 400 }, (_, index) => `${index} `.repeat(300));
	const content = grown(pieces);
	const all = pieces.join("");
	expect(all.length).toBeGreaterThan(256 * 1024);
	expect(textBetween(content, 0, 10)).toBe(all.slice(0, 10));
	expect(textBetween(content, all.length - 1000, all.length)).toBe(all.slice(-1000));
	expect(textBetween(content, 5, all.length)).toBe(all.slice(5));
	content.text = "something else";
	expect(textBetween(content, 0, 9)).toBe("something");
	forgetPieces(content);
	expect(textBetween(content, 10, 99)).toBe("else");
});
