import { expect, test } from "bun:test";
import { rangeWith } from "./range.ts";

test("range: the shortest from a day on that has the newest request", () => {
	const now = Date.UTC(2026, 5, 1);
	const hoursAgo = (hours: number) => rangeWith(now - hours * 3_600_000, now);
	expect([0, 23, 25, 24 * 8, 24 * 31, 24 * 91].map(hoursAgo)).toEqual(["24h", "24h", "7d", "30d", "90d", "all"]);
});
