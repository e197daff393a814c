import { expect } from "bun:test";
import { type CheckQueue, claimOne, expectKind, newTask, progress, submit } from "./queue-subject.ts";

/** What people see: pages, filters, counts, short names. */
export function listingContract(check: CheckQueue): void {
	check("tasks are listed in pages, with the number of all", async (queue) => {
		await submit(
			queue,
			"b",
			Array.from({ length: 7 }, (_, index) => `t${index}`),
		);
		const ids: string[][] = [];
		for (let after: string | undefined, page = 0; page < 4; page++) {
			const { tasks, total, next } = await queue.list({ limit: 3, ...(after === undefined ? {} : { after }) });
			expect(total).toBe(7);
			ids.push(tasks.map(({ id }) => id));
			if (next === undefined) break;
			after = next;
		}
		expect(ids).toEqual([["t0", "t1", "t2"], ["t3", "t4", "t5"], ["t6"]]);
		await expectKind(queue.list({ after: "x' OR 1=1" }), "invalid");
	});

	check("filters are joined: batch, ids, states, text", async (queue) => {
		await submit(queue, "a", [newTask("a1", { name: "Rename Ångström", spec: { repository: "/srv/Alpha" } }), "a2"]);
		await submit(queue, "b", ["b1", "b2"]);
		await queue.settle(await claimOne(queue), "failed", { message: "The check 100% FAILED_here" });
		const ids = async (filter: Parameters<typeof queue.list>[0]) =>
			(await queue.list(filter)).tasks.map(({ id }) => id);
		expect(await ids({ batch: "a" })).toEqual(["a1", "a2"]);
		expect(await ids({ ids: ["b2", "a1", "none"] })).toEqual(["a1", "b2"]);
		expect(await ids({ ids: [] })).toEqual([]);
		expect(await ids({ states: ["failed"] })).toEqual(["a1"]);
		expect(await ids({ states: [] })).toEqual([]);
		expect(await ids({ text: "RENAME" })).toEqual(["a1"]);
		expect(await ids({ text: "srv/alpha" })).toEqual(["a1"]);
		expect(await ids({ text: "100% failed_" })).toEqual(["a1"]);
		expect(await ids({ text: "%" })).toEqual(["a1"]);
		expect(await ids({ batch: "b", states: ["queued"], text: "b2" })).toEqual(["b2"]);
		expect(await ids({ text: "\u0000" })).toEqual([]);
		expect(await queue.cancel({ batch: "b", text: "name of b1" })).toBe(1);
		expect(await ids({ states: ["cancelled"] })).toEqual(["b1"]);
	});

	check("tasks are found by id, by the start of it, and by name", async (queue) => {
		await submit(queue, "01A", [newTask("01A-0000", { name: "first" }), newTask("01A-0001", { name: "same" })]);
		await submit(queue, "01B", [newTask("01B-0000", { name: "same" }), newTask("01B_0000")]);
		const find = async (text: string) => (await queue.find(text)).map(({ id }) => id);
		expect(await find("01A-0000")).toEqual(["01A-0000"]);
		expect(await find("01A-")).toEqual(["01A-0000", "01A-0001"]);
		expect(await find("01B_")).toEqual(["01B_0000"]);
		expect(await find("first")).toEqual(["01A-0000"]);
		expect(await find("same")).toEqual(["01A-0001", "01B-0000"]);
		expect(await find("%")).toEqual([]);
		expect(await find("")).toEqual([]);
		expect(await queue.task("01A-")).toBeUndefined();
	});

	check("counts have the states, the money and the tokens", async (queue) => {
		await submit(queue, "a", ["a1", "a2", "a3"]);
		await submit(queue, "b", ["b1"]);
		const claim = await claimOne(queue);
		await queue.record(claim, progress({ usd: 0.1, tokens: 5 }), "waiting");
		const second = await claimOne(queue);
		await queue.record(second, progress({ usd: 0.2, tokens: 6 }));
		await queue.settle(second, "done", { message: "" });
		const none = { queued: 0, running: 0, waiting: 0, done: 0, failed: 0, cancelled: 0 };
		expect(await queue.counts("a")).toEqual({ ...none, queued: 1, waiting: 1, done: 1, usd: 0.3, tokens: 11 });
		expect(await queue.counts()).toEqual({ ...none, queued: 2, waiting: 1, done: 1, usd: 0.3, tokens: 11 });
		expect(await queue.counts("none")).toEqual({ ...none, usd: 0, tokens: 0 });
	});
}
