import { expect } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
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

/** What people ask of tasks: submit, cancel, retry, pause, messages, removal. */
export function controlContract(check: CheckQueue): void {
	check("the same batch again changes nothing", async (queue) => {
		await submit(queue, "b", ["t1", "t2"]);
		const claim = await claimOne(queue);
		await submit(queue, "b", ["t1", "t2"]);
		expect((await queue.list({})).total).toBe(2);
		expect(await queue.record(claim, progress())).toBe(true);
		expect(await expectKind(submit(queue, "b", ["t1", "t3"]), "invalid")).toContain("Batch b exists with other tasks");
	});

	check("a batch is submitted completely or not at all", async (queue) => {
		await submit(queue, "a", ["t1"]);
		expect(await expectKind(submit(queue, "b", ["t2", "t1"]), "invalid")).toContain("t1");
		expect((await queue.batches()).map(({ id }) => id)).toEqual(["a"]);
		expect(await queue.batch("b")).toBeUndefined();
		expect(await claimIds(queue, 5)).toEqual(["t1"]);
	});

	check("a batch knows its name, limits and number of tasks", async (queue) => {
		const limits = { usd: 5, usdPerDay: 7, perMinute: { "*": { requests: 3 } } };
		await queue.submit({ id: "b", name: "A name", limits }, [newTask("t1"), newTask("t2")]);
		const { createdAt: _, ...batch } = (await queue.batch("b")) ?? { createdAt: 0 };
		expect(batch).toEqual({ id: "b", name: "A name", limits, isPaused: false, tasks: 2, usd: 0 });
		expect(await queue.batches()).toHaveLength(1);
	});

	check("a queued task is cancelled at once, a running one hears of it", async (queue) => {
		await submit(queue, "b", ["t1", "t2", "t3"]);
		const claim = await claimOne(queue);
		expect(await queue.cancel({ batch: "b" })).toBe(3);
		expect([await stateOf(queue, "t1"), await stateOf(queue, "t2")]).toEqual(["running", "cancelled"]);
		expect((await queue.renew("w1", [claim]))[0]).toMatchObject({ isHeld: true, isCancelled: true });
		expect(await claimIds(queue, 5, "w2")).toEqual([]);
		expect(await queue.settle(claim, "cancelled", { message: "Stopped." })).toBe("cancelled");
		expect(await queue.cancel({ batch: "b" })).toBe(0);
	});

	check("a cancelled task whose owner dies or lets go is not started again", async (queue, subject) => {
		await submit(queue, "b", ["t1", "t2"]);
		const claim = await claimOne(queue, "w1");
		await claimOne(queue, "w2");
		await queue.cancel({});
		await queue.handBack(claim);
		await subject.advance(subject.leaseMs + 1);
		expect(await claimIds(queue, 5, "w3")).toEqual([]);
		expect([await stateOf(queue, "t1"), await stateOf(queue, "t2")]).toEqual(["cancelled", "cancelled"]);
	});

	check("a retry goes on from the last turn, or starts anew", async (queue) => {
		await submit(queue, "b", ["t1", "t2", "t3"]);
		const recorded = progress({ turns: 4, usd: 1, tokens: 9, checkRound: 2, baseCommit: "abc", status: "checking" });
		for (const id of ["t1", "t2"]) {
			const claim = await claimOne(queue);
			expect(claim.task).toBe(id);
			await queue.record(claim, recorded);
			await queue.settle(claim, "failed", { reason: "check", message: "It failed." });
		}
		expect(await queue.retry({ ids: ["t1"] }, "last-turn")).toBe(1);
		expect(await queue.retry({ batch: "b", states: ["failed"] }, "start")).toBe(1);
		expect(await queue.retry({}, "start")).toBe(0);
		expect((await queue.task("t1"))?.progress).toEqual({
			...progress({ turns: 4, usd: 1, tokens: 9, baseCommit: "abc" }),
		});
		expect((await queue.task("t2"))?.progress).toEqual(progress({ turns: 0 }));
		const again = await queue.task("t1");
		expect([again?.state, again?.result, again?.endedAt, again?.fence]).toEqual(["queued", undefined, undefined, 1]);
		expect((await claimIds(queue, 5)).toSorted()).toEqual(["t1", "t2", "t3"]);
		expect((await queue.task("t1"))?.fence).toBe(2);
	});

	check("a cancelled task can be retried", async (queue) => {
		await submit(queue, "b", ["t"]);
		await queue.cancel({});
		expect(await queue.retry({}, "last-turn")).toBe(1);
		const claim = await claimOne(queue);
		expect((await queue.renew("w1", [claim]))[0]).toMatchObject({ isHeld: true, isCancelled: false });
	});

	check("nothing of a paused batch is claimed until it is resumed", async (queue) => {
		await submit(queue, "a", ["a1", "a2"]);
		await submit(queue, "b", ["b1"]);
		const claim = await claimOne(queue);
		expect(await queue.pause({ batch: "a" })).toBe(2);
		expect(await queue.pause({ batch: "a" })).toBe(0);
		expect([(await queue.batch("a"))?.isPaused, (await queue.batch("b"))?.isPaused]).toEqual([true, false]);
		expect((await queue.renew("w1", [claim]))[0]).toMatchObject({ isHeld: true, isPaused: true });
		expect(await queue.handBack(claim)).toBe(true);
		expect(await claimIds(queue, 5, "w2")).toEqual(["b1"]);
		expect((await queue.task("a1"))?.isPaused).toBe(true);
		expect(await queue.resume({ batch: "a" })).toBe(2);
		expect((await queue.batch("a"))?.isPaused).toBe(false);
		expect((await claimIds(queue, 5, "w2")).toSorted()).toEqual(["a1", "a2"]);
	});

	check("one task of a batch is paused by itself, and a lost one stays so", async (queue, subject) => {
		await submit(queue, "b", ["t1", "t2"]);
		await claimOne(queue);
		expect(await queue.pause({ ids: ["t1"] })).toBe(1);
		expect((await queue.batch("b"))?.isPaused).toBe(false);
		await subject.advance(subject.leaseMs + 1);
		expect(await claimIds(queue, 5, "w2")).toEqual(["t2"]);
		await queue.resume({ ids: ["t1"] });
		expect(await claimIds(queue, 5, "w2")).toEqual(["t1"]);
	});

	check("a failed task of a paused batch waits after its retry", async (queue) => {
		await submit(queue, "b", ["t1", "t2"]);
		await queue.settle(await claimOne(queue), "failed", { message: "no" });
		await queue.pause({ batch: "b" });
		expect(await queue.retry({ batch: "b" }, "last-turn")).toBe(1);
		expect(await claimIds(queue, 5)).toEqual([]);
		await queue.resume({});
		expect((await claimIds(queue, 5)).toSorted()).toEqual(["t1", "t2"]);
	});

	check("messages reach the owner in order, until it acknowledges them", async (queue) => {
		await submit(queue, "b", ["t"]);
		expect(await queue.send("t", { kind: "steer", text: "one" })).toBe(true);
		const claim = await claimOne(queue);
		await queue.send("t", { kind: "answer", question: "q", value: "yes" });
		await queue.send("t", { kind: "steer", text: "three" });
		const read = async () => (await queue.renew("w1", [claim]))[0]?.messages ?? [];
		const messages = await read();
		expect(messages.map(({ id: _, ...message }) => message)).toEqual([
			{ kind: "steer", text: "one" },
			{ kind: "answer", question: "q", value: "yes" },
			{ kind: "steer", text: "three" },
		]);
		expect(await read()).toEqual(messages);
		await queue.acknowledge(
			claim,
			messages.slice(0, 2).map(({ id }) => id),
		);
		expect(await read()).toEqual(messages.slice(2));
		await queue.settle(claim, "done", { message: "" });
		expect(await queue.send("t", { kind: "steer", text: "late" })).toBe(false);
		expect(await queue.send("unknown", { kind: "attend" })).toBe(false);
	});

	check("a task is attended for half a minute", async (queue, subject) => {
		await submit(queue, "b", ["t"]);
		const claim = await claimOne(queue);
		const isAttended = async () => (await queue.renew("w1", [claim]))[0]?.isAttended;
		expect(await isAttended()).toBe(false);
		expect(await queue.send("t", { kind: "attend" })).toBe(true);
		expect(await isAttended()).toBe(true);
		await subject.advance(20_000);
		expect(await isAttended()).toBe(true);
		await subject.advance(11_000);
		expect(await isAttended()).toBe(false);
	});

	check("whatever is asked at the same time, every task can be brought to its end", async (queue, subject) => {
		const ids = Array.from({ length: 24 }, (_, index) => `t${index}`);
		await submit(queue, "b", ids);
		const random = seeded(11);
		const queues = [queue, await subject.open(), await subject.open()];
		const actors = queues.map(async (own, actor) => {
			const id = `w${actor}`;
			for (let round = 0; round < 25; round++) {
				const some = { ids: ids.filter(() => random.oneIn(4)) };
				const claims = await own.claim(worker(id), 3);
				for (const claim of claims) {
					const next = random.below(4);
					if (next === 0) await own.handBack(claim);
					else if (next === 1) await own.settle(claim, "failed", { message: "" });
					else if (next === 2) await own.record(claim, progress());
				}
				await own.renew(id, claims);
				const what = random.below(6);
				if (what === 0) await own.pause(some);
				else if (what === 1) await own.resume(some);
				else if (what === 2) await own.cancel(some);
				else if (what === 3) await own.retry(some, "last-turn");
				else if (what === 4) await own.abandon(id);
			}
		});
		await Promise.all(actors);
		for (const id of ["w0", "w1", "w2"]) await queue.abandon(id);
		await queue.resume({});
		await queue.retry({}, "start");
		for (let claims = await queue.claim(worker("last"), 5); claims.length > 0; ) {
			for (const claim of claims) await queue.settle(claim, "done", { message: "" });
			claims = await queue.claim(worker("last"), 5);
		}
		const counts = await queue.counts("b");
		expect([counts.done + counts.failed + counts.cancelled, counts.queued + counts.running]).toEqual([24, 0]);
	});

	check("what ended long ago is removed, with the names of its blobs", async (queue, subject) => {
		await submit(queue, "a", ["a1"]);
		await submit(queue, "b", ["b1", "b2"]);
		await queue.cancel({ ids: ["a1", "b1"] });
		await subject.advance(60_000);
		await submit(queue, "c", ["c1"]);
		await queue.cancel({ ids: ["c1"] });
		expect(await queue.gc(30_000)).toEqual(["tasks/a1/", "tasks/b1/", "batches/a/"]);
		expect(await queue.gc(30_000)).toEqual([]);
		expect((await queue.list({})).tasks.map(({ id }) => id)).toEqual(["b2", "c1"]);
		expect((await queue.batches()).map(({ id }) => id)).toEqual(["b", "c"]);
	});
}
