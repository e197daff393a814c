import { expect, test } from "bun:test";
import { findProcesses } from "./find-processes.ts";
import { until } from "./until.ts";

test("find processes: by their command line, while they run", async () => {
	const mark = `mark-${crypto.randomUUID()}`;
	expect(await findProcesses(mark)).toEqual([]);
	const child = Bun.spawn(["sh", "-c", "read line", mark], { stdin: "pipe" });
	await until(async () => Bun.deepEquals(await findProcesses(mark), [child.pid]));
	child.kill("SIGKILL");
	await child.exited;
	expect(await findProcesses(mark)).toEqual([]);
});
