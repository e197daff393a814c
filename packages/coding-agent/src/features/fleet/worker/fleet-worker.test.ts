import { expect, test } from "bun:test";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
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
