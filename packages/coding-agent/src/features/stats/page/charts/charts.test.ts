import { expect, test } from "bun:test";
import { labeledEvery, ticks } from "./scale.ts";
import { averageByName, makeBuckets, stackByName } from "./time-buckets.ts";

const day = (month: number, date: number) => new Date(2026, month, date).getTime();

test("charts: an axis has round marks that reach the largest value", () => {
	expect([ticks(0), ticks(7), ticks(0.013), ticks(1234), ticks(100)]).toEqual([
		[0, 1],
		[0, 2, 4, 6, 8],
		[0, 0.005, 0.01, 0.015],
		[0, 500, 1000, 1500],
		[0, 25, 50, 75, 100],
	]);
	expect([labeledEvery(30, 600, 60), labeledEvery(2, 600, 60)]).toEqual([3, 1]);
});

test("charts: days without requests have a bucket, also where the clock changes", () => {
	const buckets = makeBuckets([day(2, 27), day(2, 31)], false);
	expect(buckets.starts).toEqual([day(2, 27), day(2, 28), day(2, 29), day(2, 30), day(2, 31)]);
	expect(buckets.find(day(2, 30))).toBe(3);
});

test("charts: years of days are put together, and every value is in one bucket", () => {
	const rows = Array.from({ length: 800 }, (_, index) => ({ timestamp: day(0, 1 + index), name: "a", value: 1 }));
	const buckets = makeBuckets(
		rows.map(({ timestamp }) => timestamp),
		false,
	);
	expect(buckets.starts.length).toBeLessThanOrEqual(120);
	const [series] = stackByName(
		buckets,
		rows,
		({ name }) => name,
		({ value }) => value,
	);
	expect(series?.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(800);
});

test("charts: the smallest of many names are together as others, and averages have gaps", () => {
	const rows = Array.from({ length: 10 }, (_, index) => ({
		timestamp: day(0, 1 + index),
		name: `m${index}`,
		requests: 10 - index,
	}));
	const buckets = makeBuckets(
		rows.map(({ timestamp }) => timestamp),
		false,
	);
	const stacked = stackByName(
		buckets,
		rows,
		({ name }) => name,
		({ requests }) => requests,
	);
	expect(stacked.map(({ name }) => name)).toEqual(["m0", "m1", "m2", "m3", "m4", "m5", "m6", "others"]);
	const [first] = averageByName(
		buckets,
		rows.slice(0, 2),
		({ name }) => name,
		() => 7,
	);
	expect(first).toEqual({ name: "m0", color: "c0", values: [7, ...Array.from({ length: 9 }, () => null)] });
});
