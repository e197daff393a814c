import { expect } from "bun:test";
import { join } from "node:path";
import {
	type CheckQueue,
	claimIds,
	claimOne,
	expectKind,
	newTask,
	progress,
	stateOf,
	submit,
	worker,
} from "./queue-subject.ts";

/** Who has a task: claims, leases, fences, losses. */
export function leaseContract(check: CheckQueue): void {
	check("claims go by priority, then by age", async (queue) => {
		await submit(queue, "a", ["a1", newTask("a2", { priority: 5 }), "a3"]);
		await submit(queue, "b", [newTask("b1", { priority: 5 }), "b2"]);
		expect(await claimIds(queue, 2)).toEqual(["a2", "b1"]);
		expect(await claimIds(queue, 10)).toEqual(["a1", "a3", "b2"]);
		expect(await claimIds(queue, 10)).toEqual([]);
	});

	check("a claim has the task, its fence and its lease", async (queue, { leaseMs }) => {
		await submit(queue, "b", [newTask("t", { spec: { prompt: 'a "quoted" line\nand \u0000 another' } })]);
		const claim = await claimOne(queue);
		const { createdAt, startedAt, ...value } = claim.value;
		expect({ ...claim, value }).toEqual({
			task: "t",
			fence: 1,
			leaseMs,
			value: {
				...newTask("t", { spec: { prompt: 'a "quoted" line\nand \u0000 another' } }),
				batch: "b",
				index: 0,
				state: "running",
				fence: 1,
				losses: 0,
				worker: "w1",
				progress: { turns: 0, usd: 0, tokens: 0, log: [], checkRound: 0 },
				isPaused: false,
			},
		});
		expect(startedAt).toBeGreaterThanOrEqual(createdAt);
	});

	check("an owner records and settles; then the task is no longer its own", async (queue) => {
		await submit(queue, "b", ["t"]);
		const claim = await claimOne(queue);
		const done = progress({ turns: 2, usd: 0.25, tokens: 7, status: "at it", question: { id: "q", text: "Which?" } });
		expect(await queue.record(claim, done, "waiting")).toBe(true);
		expect(await stateOf(queue, "t")).toBe("waiting");
		expect(await queue.record(claim, done)).toBe(true);
		expect(await queue.settle(claim, "done", { message: "It is done.", json: { a: [1] } })).toBe("done");
		const task = await queue.task("t");
		expect([task?.state, task?.progress, task?.result]).toEqual([
			"done",
			done,
			{ message: "It is done.", json: { a: [1] } },
		]);
		expect(task?.endedAt).toBeGreaterThanOrEqual(task?.startedAt ?? Number.POSITIVE_INFINITY);
		// Once more, because its answer was lost.
		expect(await queue.settle(claim, "done", { message: "It is done.", json: { a: [1] } })).toBe("done");
		expect(await queue.settle(claim, "failed", { message: "no" })).toBe("lost");
		expect(await queue.record(claim, done)).toBe(false);
		expect((await queue.renew("w1", [claim]))[0]?.isHeld).toBe(false);
	});

	check("a lease that is renewed does not expire", async (queue, subject) => {
		await submit(queue, "b", ["t"]);
		const claim = await claimOne(queue);
		for (let turn = 0; turn < 4; turn++) {
			await subject.advance(subject.leaseMs * 0.6);
			expect((await queue.renew("w1", [claim]))[0]?.isHeld).toBe(true);
			expect(await claimIds(queue, 1, "w2")).toEqual([]);
		}
	});

	check("an owner that lost its lease changes nothing", async (queue, subject) => {
		await submit(queue, "b", ["t"], { usd: 10 });
		const stale = await claimOne(queue);
		await subject.advance(subject.leaseMs + 1);
		const fresh = await claimOne(queue, "w2");
		expect([fresh.task, fresh.fence, fresh.value.losses]).toEqual(["t", 2, 1]);
		const before = await queue.task("t");
		expect(await queue.record(stale, progress({ turns: 9 }))).toBe(false);
		expect(await queue.settle(stale, "failed", { message: "stale" })).toBe("lost");
		expect(await queue.handBack(stale)).toBe(false);
		expect((await queue.renew("w1", [stale]))[0]?.isHeld).toBe(false);
		expect(await queue.admit("account", { lease: stale, batch: "b", tokens: 1, usd: 1, key: "stale" })).toEqual({
			kind: "lost",
		});
		await queue.send("t", { kind: "steer", text: "hello" });
		const [renewal] = await queue.renew("w2", [fresh]);
		await queue.acknowledge(
			stale,
			(renewal?.messages ?? []).map(({ id }) => id),
		);
		expect((await queue.renew("w2", [fresh]))[0]?.messages.length).toBe(1);
		expect(await queue.task("t")).toEqual(before);
	});

	check("a worker cannot renew what another one owns", async (queue) => {
		await submit(queue, "b", ["t"]);
		const claim = await claimOne(queue, "w1");
		expect((await queue.renew("w2", [claim]))[0]?.isHeld).toBe(false);
		expect((await queue.renew("w1", [{ ...claim, fence: 7 }]))[0]?.isHeld).toBe(false);
		expect((await queue.renew("w1", [claim]))[0]?.isHeld).toBe(true);
	});

	check("the progress of a lost owner is where the next one goes on", async (queue, subject) => {
		await submit(queue, "b", ["t"]);
		const recorded = progress({ turns: 3, log: [{ key: "tasks/t/1/log-0", sha256: "0".repeat(64), bytes: 4 }] });
		await queue.record(await claimOne(queue), recorded);
		await subject.advance(subject.leaseMs + 1);
		expect((await claimOne(queue, "w2")).value.progress).toEqual(recorded);
	});

	check("a task that is handed back is queued without a loss", async (queue) => {
		await submit(queue, "b", ["t"]);
		for (let fence = 1; fence <= 8; fence++) {
			const claim = await claimOne(queue);
			expect([claim.fence, claim.value.losses]).toEqual([fence, 0]);
			expect(await queue.handBack(claim)).toBe(true);
			expect(await stateOf(queue, "t")).toBe("queued");
		}
	});

	check("an abandoned worker's tasks are free at once", async (queue) => {
		await submit(queue, "b", ["t1", "t2", "t3"]);
		const [first] = await queue.claim(worker("dead"), 2);
		expect((await queue.workers()).map(({ id, running }) => [id, running])).toEqual([["dead", 2]]);
		expect(await queue.abandon("dead")).toBe(2);
		expect(await queue.abandon("dead")).toBe(0);
		expect(await queue.workers()).toEqual([]);
		if (first) expect(await queue.record(first, progress())).toBe(false);
		expect((await claimIds(queue, 5, "w2")).toSorted()).toEqual(["t1", "t2", "t3"]);
		expect((await queue.task("t1"))?.losses).toBe(1);
	});

	check("a task whose owners died five times fails as lost, and the others go on", async (queue, subject) => {
		await submit(queue, "b", ["t", "other"]);
		await queue.pause({ ids: ["other"] });
		for (let death = 1; death <= 5; death++) {
			const claim = await claimOne(queue, `w${death}`);
			expect([claim.task, claim.value.losses]).toEqual(["t", death - 1]);
			if (death % 2) await queue.abandon(`w${death}`);
			else await subject.advance(subject.leaseMs + 1);
		}
		await queue.resume({});
		expect(await claimIds(queue, 5, "next")).toEqual(["other"]);
		const task = await queue.task("t");
		expect([task?.state, task?.losses, task?.result?.reason]).toEqual(["failed", 5, "lost"]);
		expect(task?.result?.message).toStartWith(
			"5 workers died one after the other while they had this task, the last one was w5.",
		);
		expect(await queue.retry({ ids: ["t"] }, "last-turn")).toBe(1);
		expect((await claimOne(queue, "w6")).value.losses).toBe(0);
	});

	check(
		"losses before a finished turn do not count for the end of a task, the same turns once more do not help",
		async (queue) => {
			await submit(queue, "b", ["t"]);
			let losses = 0;
			const die = async (turns: number) => {
				const claim = await claimOne(queue);
				expect(claim.value.losses).toBe(losses++);
				expect(await queue.record(claim, progress({ turns }))).toBe(true);
				expect(await queue.abandon("w1")).toBe(1);
			};
			for (let turns = 1; turns <= 6; turns++) await die(turns);
			for (let again = 1; again <= 3; again++) await die(6);
			expect(await queue.task("t")).toMatchObject({ state: "queued", losses: 9, progress: { turns: 6 } });
			await die(6);
			expect(await queue.task("t")).toMatchObject({ state: "failed", losses: 10, result: { reason: "lost" } });
			// From the start, the first turn is one that was not there.
			losses = 0;
			await queue.retry({}, "start");
			for (let again = 1; again <= 4; again++) await die(0);
			for (let again = 1; again <= 4; again++) await die(1);
			expect(await stateOf(queue, "t")).toBe("queued");
		},
	);

	check("workers are listed with what they run, until they leave", async (queue, subject) => {
		await submit(queue, "b", ["t1", "t2"]);
		await queue.claim(worker("w1", { host: "one", pid: 11, slots: 4, version: "2.0.0" }), 2);
		await queue.claim(worker("idle"), 1);
		const rows = await queue.workers();
		expect(rows.map(({ seenAt: _, ...row }) => row).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
			{ ...worker("idle"), running: 0 },
			{ ...worker("w1", { host: "one", pid: 11, slots: 4, version: "2.0.0" }), running: 2 },
		]);
		await subject.advance(1000);
		await queue.renew("idle", []);
		const [newest] = await queue.workers();
		expect(newest?.id).toBe("idle");
		await queue.leave("idle");
		expect((await queue.workers()).map(({ id }) => id)).toEqual(["w1"]);
	});

	check("a worker leaves tasks of a newer format alone", async (queue) => {
		await submit(queue, "b", [newTask("new", { format: 2, priority: 9 }), "old"]);
		expect(await claimIds(queue, 5)).toEqual(["old"]);
		expect((await queue.claim(worker("w2", { format: 2 }), 5)).map(({ task }) => task)).toEqual(["new"]);
	});

	check("tables of a newer omp are refused, also while it runs", async (queue, subject) => {
		await submit(queue, "b", ["t"]);
		await subject.makeNewer();
		expect(await expectKind(subject.open(), "schema")).toMatch(/newer omp/);
		await expectKind(queue.claim(worker("w1"), 1), "schema");
	});

	check(
		"eight processes claim at the same time, and no task is taken twice",
		async (queue, subject) => {
			const ids = Array.from({ length: 200 }, (_, index) => `t${index}`);
			await submit(queue, "b", ids);
			const children = Array.from({ length: 8 }, (_, index) =>
				Bun.spawn(
					[process.execPath, join(import.meta.dir, "claim-everything.ts"), subject.url, "/nonexistent", `p${index}`],
					{ stdout: "pipe", stderr: "inherit" },
				),
			);
			const outputs = await Promise.all(children.map((child) => new Response(child.stdout).text()));
			const claimed = outputs.flatMap((output) => JSON.parse(output) as string[]);
			expect(claimed.toSorted()).toEqual(ids.toSorted());
			expect((await queue.counts("b")).done).toBe(200);
		},
		60_000,
	);
}
