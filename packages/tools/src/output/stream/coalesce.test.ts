import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { coalesce } from "./coalesce.ts";

test("the first request is met at once, a burst once more, and the last is not lost", async () => {
	let state = 0;
	const seen: number[] = [];
	using updates = coalesce(() => seen.push(state), 20);
	for (state = 1; state <= 100; state++) updates.request();
	expect(seen).toEqual([1]);
	await until(() => seen.length === 2);
	expect(seen).toEqual([1, 101]);
	await Bun.sleep(50);
	expect(seen).toEqual([1, 101]);
	state = 5;
	updates.request();
	expect(seen).toEqual([1, 101, 5]);
});

test("nothing happens any more after it was disposed of", async () => {
	const seen: string[] = [];
	const updates = coalesce(() => seen.push("work"), 5);
	updates.request();
	updates.request();
	updates[Symbol.dispose]();
	await Bun.sleep(20);
	expect(seen).toEqual(["work"]);
});
