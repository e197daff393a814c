import { expect, test } from "bun:test";
import { describeChange } from "./diff-rows.ts";
import { diffLines, type LineChange } from "./line-diff.ts";
import { mapSpans } from "./map-spans.ts";

test("a diff of random texts rebuilds the new one and keeps as much as can be kept", () => {
	const random = generator(1);
	for (let count = 0; count < 1500; count++) {
		const alphabet = 1 + random(8);
		const text = () => Array.from({ length: random(20) }, () => `x${random(alphabet)}`);
		const [before, after] = [text(), text()];
		const changes = diffLines(before, after);
		expect(rebuilt(before, after, changes)).toEqual({ lines: after, kept: longestCommon(before, after) });
	}
});

test("texts with little in common are still told apart in parts", () => {
	const before = Array.from({ length: 5000 }, (_, index) => `line ${index}`);
	const after = before.flatMap((line, index) => (index % 3 === 0 ? [`${line}!`, "}"] : [line]));
	const changes = diffLines(before, after);
	const { lines, kept } = rebuilt(before, after, changes);
	expect(lines).toEqual(after);
	expect(kept).toBe(before.filter((_, index) => index % 3 !== 0).length);
});

test("rows show what changed with three lines around, numbered as they were", () => {
	const before = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
	const after = ["new", ...before.slice(0, 10), "line 11!", "line 12"];
	expect(describeChange(before, after)).toEqual({
		diff: "+1|new\n 1|line 1\n 2|line 2\n 3|line 3\n…\n 8|line 8\n 9|line 9\n 10|line 10\n-11|line 11\n+12|line 11!\n 12|line 12",
		firstChangedLine: 1,
	});
	expect(describeChange(before, before)).toEqual({ diff: "" });
	expect(describeChange([], ["a"])).toEqual({ diff: "+1|a", firstChangedLine: 1 });
});

test("lines are followed through a change, and what came with it counts too", () => {
	const changes = [
		{ oldStart: 2, oldEnd: 4, newStart: 2, newEnd: 3 },
		{ oldStart: 6, oldEnd: 6, newStart: 5, newEnd: 7 },
	];
	expect(mapSpans([{ start: 1, end: 10 }], changes)).toEqual([{ start: 1, end: 11 }]);
	expect(mapSpans([{ start: 5, end: 6 }], changes)).toEqual([{ start: 3, end: 7 }]);
	expect(mapSpans([{ start: 9, end: 9 }], changes)).toEqual([
		{ start: 3, end: 3 },
		{ start: 6, end: 7 },
		{ start: 10, end: 10 },
	]);
	expect(mapSpans([{ start: 3, end: 4 }], [{ oldStart: 0, oldEnd: 5, newStart: 0, newEnd: 0 }])).toEqual([]);
});

function rebuilt(before: readonly string[], after: readonly string[], changes: readonly LineChange[]) {
	const lines: string[] = [];
	let from = 0;
	let kept = 0;
	for (const change of changes) {
		lines.push(...before.slice(from, change.oldStart), ...after.slice(change.newStart, change.newEnd));
		kept += change.oldStart - from;
		from = change.oldEnd;
	}
	lines.push(...before.slice(from));
	return { lines, kept: kept + before.length - from };
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
	const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
	const at = (i: number, j: number) => table[i]?.[j] ?? 0;
	for (let i = 1; i <= a.length; i++) {
		for (let j = 1; j <= b.length; j++) {
			const row = table[i];
			if (row) row[j] = a[i - 1] === b[j - 1] ? at(i - 1, j - 1) + 1 : Math.max(at(i - 1, j), at(i, j - 1));
		}
	}
	return at(a.length, b.length);
}

function generator(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state * 1664525 + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
