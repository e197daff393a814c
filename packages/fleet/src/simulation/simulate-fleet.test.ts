import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { openQueue } from "../open-queue.ts";
import { newTask } from "../testing/queue-subject.ts";
import { EventLine } from "./event-line.ts";
import { simulateFleet } from "./simulate-fleet.ts";

test("workers that die at random do every task once", async () => {
	await using place = await workspace();
	let now = Date.parse("2026-01-02T03:04:05Z");
	await using queue = await openQueue(undefined, { fleetDir: place.path, now: () => now });
	const tasks = Array.from({ length: 60 }, (_, index) => newTask(`t${index}`));
	const limits = { usd: 100, perMinute: { "*": { requests: 120 } } };
	await queue.submit({ id: "b", name: "b", limits }, tasks);
	const random = seeded(7);
	const report = await simulateFleet({
		...{ queue, workers: 20, turnMs: 5000, turnsPerTask: 3, pollMs: 1000, deaths: 0.1, lengthMs: 15 * 60_000 },
		...{ account: "account", startMs: now, parallel: 4, monotonic: () => performance.now() },
		random: () => random.below(1e6) / 1e6,
		async setTime(ms) {
			now = ms;
		},
	});
	const counts = await queue.counts("b");
	expect([counts.done + counts.failed, counts.queued + counts.running + counts.waiting]).toEqual([60, 0]);
	expect([report.tasksDone, report.refused]).toEqual([counts.done, 0]);
	const { tasks: ended } = await queue.list({ limit: 100 });
	for (const task of ended) {
		if (task.state === "failed") expect([task.losses >= 5, task.result?.reason]).toEqual([true, "lost"]);
		else expect([task.progress.turns, task.fence]).toEqual([3, task.losses + 1]);
	}
	// What was recorded, and for each death the reservation of the turn that was under way.
	const deaths = ended.reduce((sum, { losses }) => sum + losses, 0);
	const paid = (await queue.batch("b"))?.usd ?? 0;
	expect(deaths).toBeGreaterThan(5);
	expect(paid).toBeCloseTo(counts.usd + deaths * 0.05, 6);
});

test("events come in the order of their time", () => {
	const line = new EventLine<number>();
	const random = seeded(3);
	const times = Array.from({ length: 500 }, () => random.below(1000));
	for (const time of times) line.add(time, time);
	const sorted = times.toSorted((a, b) => a - b);
	expect([...line.takeUntil(500), ...line.takeUntil(1000)]).toEqual(sorted);
});
