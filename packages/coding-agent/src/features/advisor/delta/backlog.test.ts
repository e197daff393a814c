import { expect, test } from "bun:test";
import { Backlog } from "./backlog.ts";

test("updates that wait are reviewed as one, and count until they are reviewed", () => {
	const backlog = new Backlog(1000);
	backlog.add("one");
	expect(backlog.take()).toBe("one");
	backlog.add("two");
	backlog.add("three");
	expect([backlog.unreviewed, backlog.isEmpty]).toEqual([3, false]);
	backlog.reviewed();
	expect(backlog.take()).toBe("two\n\nthree");
	expect([backlog.unreviewed, backlog.isEmpty]).toEqual([2, true]);
	backlog.reviewed();
	expect(backlog.unreviewed).toBe(0);
});

test("what is too much is left out from the oldest on, and said", () => {
	const backlog = new Backlog(10);
	for (const update of ["aaaaaa", "bbbbbb", "cccccc", "dd"]) backlog.add(update);
	expect(backlog.unreviewed).toBe(4);
	expect(backlog.take()).toBe("[2 earlier updates left out]\n\ncccccc\n\ndd");
	backlog.add("e".repeat(50));
	expect(backlog.isEmpty).toBe(false);
	backlog.clear();
	expect([backlog.unreviewed, backlog.isEmpty]).toEqual([0, true]);
});
