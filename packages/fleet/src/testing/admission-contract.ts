import { expect } from "bun:test";
import { type CheckQueue, claimOne, progress, requestOf, submit, worker } from "./queue-subject.ts";

/** What all machines together may send and spend. */
export function admissionContract(check: CheckQueue): void {
	check("without limits every request goes", async (queue) => {
		await submit(queue, "b", ["t"]);
		const claim = await claimOne(queue);
		for (let index = 0; index < 5; index++) {
			expect(await queue.admit("account", requestOf(claim, `k${index}`))).toEqual({ kind: "go" });
		}
	});

	check("requests per minute are shared by all tasks of an account", async (queue, subject) => {
		const limits = { perMinute: { account: { requests: 2 } } };
		await submit(queue, "b", ["t1", "t2"], limits);
		const other = await subject.open();
		const [first, second] = [await claimOne(queue, "w1"), await claimOne(other, "w2")];
		expect(await queue.admit("account", requestOf(first, "1"))).toEqual({ kind: "go" });
		expect(await other.admit("account", requestOf(second, "2"))).toEqual({ kind: "go" });
		const waiting = await queue.admit("account", requestOf(first, "3"));
		expect(waiting).toEqual({ kind: "wait", ms: 30_000, reason: "the limit per minute is used up" });
		// The next one stands behind it.
		expect(await other.admit("account", requestOf(second, "4"))).toMatchObject({ kind: "wait", ms: 60_000 });
		expect(await queue.admit("elsewhere", requestOf(first, "5"))).toEqual({ kind: "go" });
		await subject.advance(29_000);
		await queue.renew("w1", [first]);
		await queue.renew("w2", [second]);
		expect(await queue.admit("account", requestOf(first, "3"))).toMatchObject({ kind: "wait", ms: 1000 });
		await subject.advance(1000);
		expect(await queue.admit("account", requestOf(first, "3"))).toEqual({ kind: "go" });
		expect(await queue.admit("account", requestOf(first, "3"))).toEqual({ kind: "go" });
		expect(await other.admit("account", requestOf(second, "4"))).toMatchObject({ kind: "wait", ms: 30_000 });
	});

	check("tokens per minute count as they were in the end, and `*` is for every account", async (queue) => {
		await submit(queue, "b", ["t"], { perMinute: { "*": { tokens: 1000 } } });
		const claim = await claimOne(queue);
		expect(await queue.admit("account", requestOf(claim, "1", { tokens: 900 }))).toEqual({ kind: "go" });
		await queue.report("account", { key: "1", tokens: 100, usd: 0 });
		expect(await queue.admit("account", requestOf(claim, "2", { tokens: 900 }))).toEqual({ kind: "go" });
		const wait = await queue.admit("account", requestOf(claim, "3", { tokens: 500 }));
		expect(wait.kind).toBe("wait");
		if (wait.kind === "wait") expect(Math.abs(wait.ms - 30_000)).toBeLessThan(3000);
		// One that waits and is given up makes room.
		await queue.report("account", { key: "3", tokens: 0, usd: 0 });
		// More than a minute allows goes when the bucket is full again.
		expect(await queue.admit("other", requestOf(claim, "4", { tokens: 5000 }))).toEqual({ kind: "go" });
		expect((await queue.admit("other", requestOf(claim, "5", { tokens: 1 }))).kind).toBe("wait");
	});

	check("the lowest limit of the unfinished batches counts", async (queue) => {
		await submit(queue, "strict", ["s"], { perMinute: { account: { requests: 1 } } });
		await submit(queue, "b", ["t"], { perMinute: { account: { requests: 100 } } });
		const [strict, claim] = [await claimOne(queue), await claimOne(queue)];
		expect(await queue.admit("account", requestOf(claim, "1"))).toEqual({ kind: "go" });
		expect((await queue.admit("account", requestOf(claim, "2"))).kind).toBe("wait");
		await queue.settle(strict, "done", { message: "" });
		expect(await queue.admit("account", requestOf(claim, "3"))).toEqual({ kind: "go" });
	});

	check("a 429 stops all, and afterwards they go one after the other", async (queue, subject) => {
		await submit(queue, "b", ["t1", "t2"]);
		const other = await subject.open();
		const [first, second] = [await claimOne(queue, "w1"), await claimOne(other, "w2")];
		await queue.admit("account", requestOf(first, "1"));
		await queue.report("account", { key: "1", tokens: 0, usd: 0, blockedMs: 5000 });
		expect(await other.admit("account", requestOf(second, "2"))).toEqual({
			kind: "wait",
			ms: 5000,
			reason: "the provider asked to wait",
		});
		expect(await queue.admit("account", requestOf(first, "3"))).toMatchObject({ kind: "wait", ms: 5050 });
		expect(await queue.admit("elsewhere", requestOf(first, "4"))).toEqual({ kind: "go" });
		await subject.advance(4000);
		// Nobody had asked for this one; the longer wait counts.
		await other.report("account", { key: "unknown", tokens: 0, usd: 0, blockedMs: 3000 });
		await subject.advance(1100);
		expect((await other.admit("account", requestOf(second, "2"))).kind).toBe("wait");
		await subject.advance(2200);
		expect(await other.admit("account", requestOf(second, "2"))).toEqual({ kind: "go" });
		expect(await queue.admit("account", requestOf(first, "3"))).toEqual({ kind: "go" });
	});

	check("the cap of a batch holds with what is reserved", async (queue) => {
		await submit(queue, "b", ["t1", "t2"], { usd: 1 });
		const [first, second] = [await claimOne(queue), await claimOne(queue)];
		const ask = (lease: typeof first, key: string, usd: number) =>
			queue.admit("account", requestOf(lease, key, { usd }));
		expect(await ask(first, "1", 0.6)).toEqual({ kind: "go" });
		expect(await ask(first, "1", 0.6)).toEqual({ kind: "go" });
		expect((await queue.batch("b"))?.usd).toBe(0.6);
		expect(await ask(second, "2", 0.6)).toMatchObject({ kind: "wait" });
		await queue.report("account", { key: "1", tokens: 5, usd: 0.3 });
		expect((await queue.batch("b"))?.usd).toBe(0.3);
		expect(await ask(second, "2", 0.6)).toEqual({ kind: "go" });
		await queue.report("account", { key: "2", tokens: 5, usd: 0.6 });
		const refused = await ask(first, "3", 0.2);
		expect(refused).toMatchObject({ kind: "refused", cap: "batch" });
		if (refused.kind === "refused") expect(refused.message).toContain("$0.90 of the limit of $1");
		expect(await ask(first, "4", 0.1)).toEqual({ kind: "go" });
	});

	check("a cap holds when many ask at the same time", async (queue, subject) => {
		await submit(queue, "b", ["t1", "t2"], { usd: 1 });
		const other = await subject.open();
		const [first, second] = [await claimOne(queue, "w1"), await claimOne(other, "w2")];
		const answers = await Promise.all(
			Array.from({ length: 30 }, (_, index) =>
				index % 2
					? queue.admit("account", requestOf(first, `k${index}`, { usd: 0.1 }))
					: other.admit("elsewhere", requestOf(second, `k${index}`, { usd: 0.1 })),
			),
		);
		expect(answers.filter(({ kind }) => kind === "go")).toHaveLength(10);
		expect((await queue.batch("b"))?.usd).toBe(1);
	});

	check("the cap of a day is for all batches, and ends with the day", async (queue, subject) => {
		await submit(queue, "capped", ["t1"], { usdPerDay: 1 });
		await submit(queue, "free", ["t2"]);
		const [first, second] = [await claimOne(queue), await claimOne(queue)];
		expect(await queue.admit("account", requestOf(second, "1", { batch: "free", usd: 0.8 }))).toEqual({ kind: "go" });
		await queue.report("account", { key: "1", tokens: 1, usd: 0.8 });
		expect(await queue.admit("account", requestOf(first, "2", { batch: "capped", usd: 0.5 }))).toMatchObject({
			kind: "refused",
			cap: "day",
		});
		await subject.advance(24 * 60 * 60 * 1000);
		await queue.renew(
			"w1",
			[first, second].map(({ task, fence }) => ({ task, fence })),
		);
		expect(await queue.admit("account", requestOf(first, "2", { batch: "capped", usd: 0.5 }))).toEqual({ kind: "go" });
	});

	check("money that only the progress tells of counts once", async (queue) => {
		await submit(queue, "b", ["t"], { usd: 1 });
		const claim = await claimOne(queue);
		await queue.admit("account", requestOf(claim, "1", { usd: 0.5 }));
		await queue.report("account", { key: "1", tokens: 1, usd: 0.3 });
		// The request before, and one that nobody asked for.
		await queue.record(claim, progress({ usd: 0.4 }));
		expect((await queue.batch("b"))?.usd).toBe(0.4);
		await queue.record(claim, progress({ usd: 0.4 }));
		expect((await queue.batch("b"))?.usd).toBe(0.4);
	});

	check("what a lost owner had reserved counts as spent, unless it still waited", async (queue, subject) => {
		await submit(queue, "b", ["t"], { usd: 10, perMinute: { account: { requests: 2 } } });
		const lost = await claimOne(queue);
		await queue.admit("account", requestOf(lost, "1", { usd: 1 }));
		await queue.admit("account", requestOf(lost, "2", { usd: 2 }));
		expect((await queue.admit("account", requestOf(lost, "3", { usd: 4 }))).kind).toBe("wait");
		expect((await queue.batch("b"))?.usd).toBe(7);
		await subject.advance(subject.leaseMs + 1);
		await queue.claim(worker("w2"), 1);
		expect((await queue.batch("b"))?.usd).toBe(3);
		// Too late.
		await queue.report("account", { key: "1", tokens: 1, usd: 0.1 });
		expect((await queue.batch("b"))?.usd).toBe(3);
	});
}
