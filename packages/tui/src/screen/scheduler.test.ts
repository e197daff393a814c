import { expect, test } from "bun:test";
import { ManualClock } from "../testing/manual-clock.ts";
import { FrameScheduler } from "./scheduler.ts";

function start(costMs = 0) {
	const clock = new ManualClock();
	const paintedAt: number[] = [];
	const scheduler = new FrameScheduler(clock, () => {
		paintedAt.push(clock.now());
		clock.advance(costMs);
	});
	return { clock, paintedAt, scheduler };
}

test("continuous requests cause thirty frames per second", () => {
	const { clock, paintedAt, scheduler } = start();
	for (let ms = 0; ms < 1000; ms++) {
		scheduler.request();
		clock.advance(1);
	}
	expect(paintedAt.length).toBeWithin(29, 33);
});

test("expensive frames are less frequent", () => {
	const { clock, paintedAt, scheduler } = start(50);
	for (let step = 0; step < 100; step++) {
		scheduler.request();
		clock.advance(10);
	}
	const pauses = paintedAt.slice(1).map((ms, index) => ms - (paintedAt[index] ?? 0));
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(200);
});

test("typing is painted at once, replacing the scheduled frame", async () => {
	const { clock, paintedAt, scheduler } = start();
	scheduler.run();
	scheduler.request();
	scheduler.requestSoon();
	scheduler.requestSoon();
	await Promise.resolve();
	clock.advance(1000);
	expect(paintedAt).toEqual([0, 0]);
});

test("while inactive, it paints nothing and has no timer", async () => {
	const { clock, paintedAt, scheduler } = start();
	scheduler.request();
	scheduler.requestSoon();
	scheduler.setActive(false);
	scheduler.request();
	await Promise.resolve();
	clock.advance(1000);
	expect([paintedAt, clock.pendingTimers]).toEqual([[], 0]);
});
