import { expect, test } from "bun:test";
import { noSelector, splitSelector } from "./selector.ts";

test.each([
	["a.ts", "a.ts", {}],
	["a.ts:50", "a.ts", { ranges: [{ start: 50 }] }],
	["a.ts:L50", "a.ts", { ranges: [{ start: 50 }] }],
	["a.ts:50-", "a.ts", { ranges: [{ start: 50 }] }],
	["a.ts:50..", "a.ts", { ranges: [{ start: 50 }] }],
	["a.ts:5-8", "a.ts", { ranges: [{ start: 5, end: 8 }] }],
	["a.ts:L5-L8", "a.ts", { ranges: [{ start: 5, end: 8 }] }],
	["a.ts:5..8", "a.ts", { ranges: [{ start: 5, end: 8 }] }],
	["a.ts:5+3", "a.ts", { ranges: [{ start: 5, end: 7 }] }],
	["a.ts:L5+L3", "a.ts", { ranges: [{ start: 5, end: 7 }] }],
	[
		"a.ts:9-12,1-3,4-5",
		"a.ts",
		{
			ranges: [
				{ start: 1, end: 5 },
				{ start: 9, end: 12 },
			],
		},
	],
	["a.ts:9,1-3,20-30", "a.ts", { ranges: [{ start: 1, end: 3 }, { start: 9 }] }],
	["a.ts:raw", "a.ts", { raw: true }],
	["a.ts:raw:5-8", "a.ts", { raw: true, ranges: [{ start: 5, end: 8 }] }],
	["a.ts:5-8:raw", "a.ts", { raw: true, ranges: [{ start: 5, end: 8 }] }],
	["a.ts:conflicts", "a.ts", { conflicts: true }],
	["a.zip:dir/f.txt", "a.zip:dir/f.txt", {}],
	["a.zip:dir/f.txt:3", "a.zip:dir/f.txt", { ranges: [{ start: 3 }] }],
	["a.ts:5+", "a.ts:5+", {}],
	["a.ts:5-8,", "a.ts:5-8,", {}],
	[":50", ":50", {}],
	["https://h:8080", "https://h:8080", {}],
	["https://h:8080/:50", "https://h:8080/", { ranges: [{ start: 50 }] }],
	["ssh://h:22", "ssh://h:22", {}],
	["artifact://3:50-60", "artifact://3", { ranges: [{ start: 50, end: 60 }] }],
])("%s", (text, path, selector) => {
	expect(splitSelector(text)).toEqual({ path, selector: { ...noSelector, ...selector } });
});

test.each([
	["a.ts:0", "Line selector 0 is invalid; lines are 1-indexed. Use :1."],
	["a.ts:9-3", "Invalid range 9-3: end must be >= start."],
	["a.ts:1-2,9-3", "Invalid range 9-3: end must be >= start."],
	["a.ts:5+0", "Invalid range 5+0: count must be >= 1."],
])("%s is refused", (text, message) => {
	expect(() => splitSelector(text)).toThrow(message);
});
