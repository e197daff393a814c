import { expect, test } from "bun:test";
import { findLines } from "./find-lines.ts";
import { foldPunctuation } from "./fold-punctuation.ts";
import { reindent } from "./reindent.ts";
import { editDistance, similarity } from "./similarity.ts";

const options = { fuzzy: true, threshold: 0.9 };

test("each way to match is tried only when stricter ones find nothing", () => {
	const lines = ["a", "a ", " a", "‘b’", "a"];
	expect([
		findLines(lines, ["a"], options),
		findLines(lines.slice(1), ["a  "], options),
		findLines([" a", "  a"], ["a"], options),
		findLines(lines, ["'b'"], options),
		findLines(["abcdefghijklmnop"], ["abcdefghijklmnoq"], options),
		findLines(lines, ["zzz"], options),
		findLines(lines, ["a"], { ...options, from: 1 }),
	]).toEqual([
		{ how: "exact", starts: [0, 4] },
		{ how: "trailing-blanks", starts: [0, 3] },
		{ how: "indentation", starts: [0, 1] },
		{ how: "typography", starts: [3] },
		{ how: "similarity", starts: [0] },
		undefined,
		{ how: "exact", starts: [4] },
	]);
});

test("blank lines are found where they are, not wherever something is blank", () => {
	expect([findLines(["", "x", "\t"], ["\t"], options), findLines(["", "x"], ["\t"], options)]).toEqual([
		{ how: "exact", starts: [2] },
		undefined,
	]);
});

test("folding keeps every unit in its place", () => {
	const text = "“a” ‘b’ c–d\u00a0e…✓😀";
	expect([foldPunctuation(text), foldPunctuation(text).length]).toEqual([`"a" 'b' c-d e…✓😀`, text.length]);
});

test.each([
	[["    x"], ["  a"], ["\ta"], ["\t\tx"]],
	[["\t\tx", "", "\ty"], ["\ta"], ["    a"], ["        x", "", "    y"]],
	[["x"], ["  a"], ["      a"], ["    x"]],
	[["    x"], ["    a"], ["a"], ["x"]],
	[["same"], ["a"], ["a"], ["same"]],
])("%j written for %j becomes, at %j, %j", (lines, expected, actual, result) => {
	expect(reindent(lines, expected, actual)).toEqual(result);
});

test("the distance between lines is that of Levenshtein, as far as the limit goes", () => {
	let seed = 7;
	const random = (below: number) => {
		seed = (seed * 1664525 + 1013904223) >>> 0;
		return Math.floor((seed / 2 ** 32) * below);
	};
	const word = () => Array.from({ length: random(12) }, () => "abc"[random(3)]).join("");
	for (let count = 0; count < 3000; count++) {
		const [a, b, limit] = [word(), word(), random(12)];
		const distance = levenshtein(a, b);
		const found = editDistance(a, b, limit);
		if (distance <= limit) expect([a, b, limit, found]).toEqual([a, b, limit, distance]);
		else expect(found).toBeGreaterThan(limit);
	}
	expect([similarity("", ""), similarity("abcd", "abce"), similarity("a", "")]).toEqual([1, 0.75, 0]);
});

function levenshtein(a: string, b: string): number {
	if (a === "" || b === "") return a.length + b.length;
	const rest = levenshteinMemo(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1);
	return Math.min(rest, levenshteinMemo(a.slice(1), b) + 1, levenshteinMemo(a, b.slice(1)) + 1);
}

const known = new Map<string, number>();
function levenshteinMemo(a: string, b: string): number {
	const key = `${a} ${b}`;
	const value = known.get(key) ?? levenshtein(a, b);
	known.set(key, value);
	return value;
}
