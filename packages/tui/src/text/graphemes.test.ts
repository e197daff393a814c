import { expect, test } from "bun:test";
import { graphemes, nextBoundary, previousBoundary } from "./graphemes.ts";

test("sequences shown as one character stay whole", () => {
	expect(graphemes("ae\u0301👩‍👩‍👧‍👦🇩🇪")).toEqual(["a", "e\u0301", "👩‍👩‍👧‍👦", "🇩🇪"]);
});

test("boundaries skip whole clusters", () => {
	const text = "a👍🏽b";
	expect([nextBoundary(text, 0), nextBoundary(text, 1), previousBoundary(text, 5), previousBoundary(text, 1)]).toEqual([
		1, 5, 1, 0,
	]);
	expect([previousBoundary(text, 0), nextBoundary(text, text.length)]).toEqual([0, text.length]);
});
