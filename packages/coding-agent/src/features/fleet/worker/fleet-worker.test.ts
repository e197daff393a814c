import { expect, test } from "bun:test";
import { FleetError } from "@oh-my-pi/pi-fleet/contract/fleet-error";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { fleetBench, leftFolders } from "./testing/fleet-bench.ts";

const write = (path: string, content: string) => toolCall("write", { path, content });

test("a task is done in its own copy, its turns are shipped, and its patch is in the store", async () => {
	await using bench = await fleetBench({
		replies: [
			write("b.txt", "two\n"),
			text("Added b.txt\n\nIt says two.", { usage: { inputTokens: 1000, outputTokens: 100 } }),
		],
	});
	const [task] = await bench.run(await bench.submit({}));
	expect(bench.events.filter(({ type }) => type === "problem")).toEqual([]);
	expect({ state: task?.state, reason: task?.result?.reason, message: task?.result?.message }).toEqual({
		state: "done",
		reason: undefined,
		message: "1 file changed.",
	});
	expect(task?.result?.files).toEqual({ changed: 1, added: 1, removed: 0 });
	expect(await bench.text(task?.result?.patch)).toContain("+++ b/b.txt\n@@ -0,0 +1 @@\n+two\n");
	expect(task?.progress.turns).toBe(2);
	expect(task?.progress.usd).toBeCloseTo(0.0045);
	const logs = await Promise.all((task?.progress.log ?? []).map((part) => bench.text(part)));
	expect(logs).toHaveLength(2);
	expect(logs.join("")).toContain("Added b.txt");
	expect(await bench.repository.git("status", "--porcelain")).toBe("");
	expect(await leftFolders(bench)).toEqual([]);
});

test("a queue that does not answer is asked again for workers that were killed, before new tasks are taken", async () => {
	await using bench = await fleetBench();
	const calls: string[] = [];
	const queue = new Proxy(bench.queue, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			return (...args: unknown[]) => {
				calls.push(String(name));
				if (calls.length === 1) throw new FleetError("unreachable", "It starts.");
				return value.apply(target, args);
			};
		},
	});
	await using worker = bench.worker({ queue, pollMs: 10 });
	await until(() => calls.includes("claim"));
	expect(calls.slice(0, 3)).toEqual(["workers", "workers", "claim"]);
	expect(worker.running).toBe(0);
});
