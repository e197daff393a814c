import { expect, test } from "bun:test";
import { applyHunks } from "./apply-hunks.ts";

const bytes = (text: string) => Buffer.from(text);
const before = "1\n2\n3\n4\n5\n";
const after = "0\n1\n2\n3 changed\n4\n";
const hunks = [
	{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1 },
	{ oldStart: 3, oldLines: 1, newStart: 4, newLines: 1 },
	{ oldStart: 5, oldLines: 1, newStart: 5, newLines: 0 },
];
const chosen = (...numbers: number[]) =>
	Buffer.from(applyHunks(bytes(before), bytes(after), hunks, (index) => numbers.includes(index))).toString();

test("any subset of hunks gives the lines of these hunks alone", () => {
	expect([chosen(), chosen(0), chosen(1), chosen(2), chosen(0, 2), chosen(0, 1, 2)]).toEqual([
		before,
		"0\n1\n2\n3\n4\n5\n",
		"1\n2\n3 changed\n4\n5\n",
		"1\n2\n3\n4\n",
		"0\n1\n2\n3\n4\n",
		after,
	]);
});

test("a missing line feed at the end, carriage returns and bytes that are no text stay as they are", () => {
	const old = Buffer.from([0xff, 13, 10, 65]);
	const next = Buffer.from([0xfe, 13, 10, 65, 10]);
	const both = [
		{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 },
		{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 1 },
	];
	expect(Buffer.from(applyHunks(old, next, both, (index) => index === 0))).toEqual(Buffer.from([0xfe, 13, 10, 65]));
	expect(Buffer.from(applyHunks(old, next, both, (index) => index === 1))).toEqual(Buffer.from([0xff, 13, 10, 65, 10]));
});
