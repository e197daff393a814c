import { expect } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import type { Claim, FleetQueue } from "../contract/fleet-queue.ts";
import { type CheckQueue, claimOne, progress, stateOf, submit, worker } from "./queue-subject.ts";

/** Who was told that a task is cancelled can rely on it. */
export function cancelContract(check: CheckQueue): void {
	check("a task that was cancelled does not begin its delivery", async (queue) => {
		await submit(queue, "b", ["t", "other"]);
		const claim = await claimOne(queue);
		expect(await queue.cancel({ ids: ["t"] })).toBe(1);
		expect(await queue.beginDelivery(claim, deliveringOf(claim))).toBe("cancelled");
		expect((await queue.task("t"))?.progress.delivering).toBeUndefined();
		const other = await claimOne(queue);
		expect(await queue.beginDelivery(other, deliveringOf(other))).toBe("begun");
		expect((await queue.task("other"))?.progress).toEqual(deliveringOf(other));
	});

	check("a task whose delivery has begun is not cancelled any more", async (queue) => {
		await submit(queue, "b", ["t", "other"]);
		const claim = await claimOne(queue);
		expect(await queue.beginDelivery(claim, deliveringOf(claim))).toBe("begun");
		expect(await queue.cancel({ batch: "b" })).toBe(1);
		expect((await queue.renew("w1", [claim]))[0]).toMatchObject({ isHeld: true, isCancelled: false });
		expect(await queue.settle(claim, "done", { message: "It is done." })).toBe("done");
		expect([await stateOf(queue, "t"), await stateOf(queue, "other")]).toEqual(["done", "cancelled"]);
	});

	check("a task that was cancelled ends so, whatever its owner says", async (queue) => {
		await submit(queue, "b", ["done", "failed"]);
		const blob = { key: "tasks/t/1/patch-1", sha256: "0", bytes: 1 };
		const result = { message: "It is done.", summary: "Done.", patch: blob, branch: "omp/t", json: { a: 1 } };
		for (const state of ["done", "failed"] as const) {
			const claim = await claimOne(queue);
			expect(await queue.cancel({ ids: [state] })).toBe(1);
			expect(await queue.settle(claim, state, result)).toBe("cancelled");
			// The answer was lost.
			expect(await queue.settle(claim, state, result)).toBe("cancelled");
			const task = await queue.task(state);
			expect([task?.state, task?.result]).toEqual([
				"cancelled",
				{ message: "Cancelled.", summary: "Done.", patch: blob },
			]);
		}
	});

	check("an attempt after a delivery that was cut off can be cancelled", async (queue) => {
		await submit(queue, "b", ["t"]);
		const first = await claimOne(queue);
		expect(await queue.beginDelivery(first, deliveringOf(first))).toBe("begun");
		await queue.abandon("w1");
		const second = await claimOne(queue, "w2");
		expect(await queue.beginDelivery(first, deliveringOf(first))).toBe("lost");
		expect(await queue.cancel({ ids: ["t"] })).toBe(1);
		expect(await queue.beginDelivery(second, deliveringOf(second))).toBe("cancelled");
	});

	check("whenever tasks are cancelled, those that count are never delivered", async (queue, subject) => {
		const ids = Array.from({ length: 40 }, (_, index) => `t${index}`);
		await submit(queue, "b", ids);
		const random = seeded(23);
		const delivered = new Set<string>();
		const cancelled = new Set<string>();
		let isWorking = true;
		const work = async (own: FleetQueue, name: string) => {
			for (
				let claims = await own.claim(worker(name), 2);
				claims.length > 0;
				claims = await own.claim(worker(name), 2)
			) {
				for (const claim of claims) await attempt(own, claim, random.below(5), delivered);
			}
		};
		const cancel = async (own: FleetQueue) => {
			while (isWorking) {
				const id = ids[random.below(ids.length)] ?? "";
				if ((await own.cancel({ ids: [id] })) === 1) cancelled.add(id);
			}
		};
		const workers = [await subject.open(), await subject.open()].map((own, index) => work(own, `w${index}`));
		const cancelling = cancel(await subject.open());
		await Promise.all(workers);
		isWorking = false;
		await cancelling;
		const { tasks } = await queue.list({ batch: "b", limit: 100 });
		const inState = (state: string) => tasks.filter((task) => task.state === state).map(({ id }) => id);
		expect(new Set(inState("cancelled"))).toEqual(cancelled);
		expect([...cancelled].filter((id) => delivered.has(id))).toEqual([]);
		expect(new Set(inState("done"))).toEqual(delivered);
		expect(cancelled.size + delivered.size).toBe(ids.length);
		expect([cancelled.size > 0, delivered.size > 0]).toEqual([true, true]);
	});
}

/** As a worker does it: some turns, then a delivery with a mark, or without for a patch. */
async function attempt(queue: FleetQueue, claim: Claim, turns: number, delivered: Set<string>): Promise<void> {
	for (let turn = 0; turn < turns; turn++) await queue.record(claim, progress({ turns: turn + 1 }));
	if (turns % 2 === 0 && (await queue.beginDelivery(claim, deliveringOf(claim))) === "cancelled") {
		await queue.settle(claim, "cancelled", { message: "Cancelled." });
		return;
	}
	if ((await queue.settle(claim, "done", { message: "It is done." })) === "done") delivered.add(claim.task);
}

const deliveringOf = ({ fence }: Claim) => progress({ delivering: { commit: "abc", branch: "omp/t", fence } });
