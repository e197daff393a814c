import { expect, test } from "bun:test";
import { wordLeft, wordRight, wordSpans } from "./words.ts";

function words(line: string): string[] {
	return wordSpans(line).map((span) => line.slice(span.start, span.end));
}

test("words and punctuation are stops, white space is not", () => {
	expect(words("foo_bar baz.qux(a, b) => it's 3.14")).toEqual([
		"foo_bar",
		"baz",
		".",
		"qux",
		"(",
		"a",
		",",
		"b",
		")",
		"=>",
		"it's",
		"3.14",
	]);
});

test("text without spaces has words too", () => {
	expect(words("日本語テキスト")).toEqual(["日本語", "テキスト"]);
});

test("motions stop at word starts to the left and word ends to the right", () => {
	const line = "one two";
	expect([
		wordLeft(line, 7),
		wordLeft(line, 4),
		wordLeft(line, 0),
		wordRight(line, 0),
		wordRight(line, 3),
		wordRight(line, 7),
	]).toEqual([4, 0, 0, 3, 7, 7]);
});
