import { expect, test } from "bun:test";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Job } from "../jobs/job.ts";
import { JobBoard } from "../jobs/job-board.ts";
import { bashIn } from "./testing/bash-in.ts";

const wallTime = "\n\nWall time: 0.00 seconds";

function boardWith() {
	const told: Job[] = [];
	return { told, board: new JobBoard({ now: () => 0, onResult: (job) => told.push(job) }) };
}

verifies("tools-exec:bash:async", async () => {
	await using project = await workspace();
	const { told, board } = boardWith();
	await using bash = bashIn(project, { async: { board, ownerId: "main" } });
	expect(await runTool(bash.tool, { command: "echo done; (exit 2)", async: true })).toEqual({
		content: "Backgrounded as job bg_1; result will be delivered automatically.",
		details: { timeoutSeconds: 300, async: { state: "running", jobId: "bg_1", type: "bash" } },
	});
	const [job] = await until(() => told.length > 0 && told);
	expect([job?.status, job?.errorText, job?.label]).toEqual([
		"failed",
		`done\n${wallTime}\n\nCommand exited with code 2`,
		"echo done; (exit 2)",
	]);
	await runTool(bash.tool, { command: "sleep 30", async: true, timeout: 1 });
	await until(() => told.length === 2);
	expect(told[1]?.errorText).toStartWith("[Command timed out after 1 seconds]");

	await using disabled = bashIn(project);
	expect("async" in (disabled.tool.parameters.properties as object)).toBe(false);
	await expect(runTool(disabled.tool, { command: "true", async: true })).rejects.toThrow(
		"Async bash execution is disabled. Enable async.enabled to use async mode.",
	);
	await using without = bashIn(project, { async: { ownerId: "main" } });
	await expect(runTool(without.tool, { command: "true", async: true })).rejects.toThrow(
		"Background job manager unavailable for this session.",
	);
});

verifies("tools-exec:bash:auto-background", async () => {
	await using project = await workspace();
	const { told, board } = boardWith();
	const background = { thresholdMs: 300 };
	await using bash = bashIn(project, { async: { board, ownerId: "main", background } });
	expect(await runTool(bash.tool, { command: "echo quick" })).toEqual({
		content: `quick\n${wallTime}`,
		details: { timeoutSeconds: 300, wallTimeMs: 0 },
		isError: false,
	});
	const seen: unknown[] = [];
	const command = "echo begun; until [ -e go ]; do sleep 0.01; done; echo ended";
	const slow = await runTool(bash.tool, { command }, { onProgress: ({ content }) => seen.push(content) });
	expect([slow.content, seen]).toEqual([
		"Backgrounded as job bg_2; result will be delivered automatically.",
		["begun\n"],
	]);
	await project.write("go", "");
	await until(() => told.length > 0);
	expect(told.map(({ id, resultText }) => [id, resultText])).toEqual([["bg_2", `begun\nended\n${wallTime}`]]);
});

test("a command that is waited for ends with its call, and a word of the user sends it to the background", async () => {
	await using project = await workspace();
	const { board } = boardWith();
	const speaking = Promise.withResolvers<void>();
	const background = { thresholdMs: 60_000, interruption: () => speaking.promise };
	await using bash = bashIn(project, { async: { board, ownerId: "main", background } });
	const controller = new AbortController();
	const aborted = runTool(bash.tool, { command: "echo $$ > pid; sleep 60" }, { signal: controller.signal });
	const pid = await until(async () => Number(await project.read("pid")));
	controller.abort();
	await expect(aborted).rejects.toThrow("[Command cancelled]");
	expect((await listProcesses()).some((process) => process.pid === pid)).toBe(false);
	const interrupted = runTool(bash.tool, { command: "sleep 60" });
	speaking.resolve();
	expect((await interrupted).content).toStartWith("Backgrounded as job bg_2");
	await board[Symbol.asyncDispose]();
});

test("a job does not take the shell of the commands after it", async () => {
	await using project = await workspace();
	const { board } = boardWith();
	await using bash = bashIn(project, { async: { board, ownerId: "main" } });
	await runTool(bash.tool, { command: "export A=1" });
	await runTool(bash.tool, { command: "sleep 60", async: true });
	expect((await runTool(bash.tool, { command: "echo $A" })).content).toBe(`1\n${wallTime}`);
	await board[Symbol.asyncDispose]();
});

test("with no room for another job a command simply runs, and one meant for the background is refused", async () => {
	await using project = await workspace();
	const board = new JobBoard({ now: () => 0, maxJobs: 1 });
	await using bash = bashIn(project, { async: { board, ownerId: "main", background: { thresholdMs: 100 } } });
	await runTool(bash.tool, { command: "sleep 60" });
	expect((await runTool(bash.tool, { command: "sleep 0.2; echo ran" })).content).toStartWith("ran\n");
	await expect(runTool(bash.tool, { command: "true", async: true })).rejects.toThrow("1 background jobs are running");
	await board[Symbol.asyncDispose]();
});

test("jobs are ended with all their processes", async () => {
	await using project = await workspace();
	const { board } = boardWith();
	await using bash = bashIn(project, { async: { board, ownerId: "main" } });
	await runTool(bash.tool, { command: "sleep 300 & echo $! > pid; wait", async: true });
	const pid = await until(async () => Number(await project.read("pid")));
	await board[Symbol.asyncDispose]();
	expect((await listProcesses()).some((process) => process.pid === pid)).toBe(false);
});
