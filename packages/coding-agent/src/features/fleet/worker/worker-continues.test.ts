import { expect, test } from "bun:test";
import { findProcesses } from "@oh-my-pi/pi-testkit/find-processes";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type FleetBench, fleetBench, leftFolders, ompSources } from "./testing/fleet-bench.ts";
import { type WorkerProcess, workerProcess } from "./testing/kill-worker.ts";

const write = (path: string, content: string) => toolCall("write", { path, content });

function startWorker(bench: FleetBench): WorkerProcess {
	return workerProcess({ fleetDir: bench.folder.file("fleet"), agentDir: bench.folder.file("agent"), omp: ompSources });
}

const turnsOf = ({ events }: WorkerProcess) =>
	events.flatMap((event) => (event.type === "task_progress" ? [event.progress.turns] : [])).at(-1) ?? 0;

test("after SIGKILL another worker continues after the last finished turn, and pays none of them twice", async () => {
	const held = gate();
	await using bench = await fleetBench({
		replies: [
			write("b.txt", "two\n"),
			delivered(write("c.txt", "lost"), { hold: { afterChunks: 0, gate: held } }),
			write("c.txt", "three\n"),
			text("Done."),
		],
	});
	const [id = ""] = await bench.submit({ deliver: { kind: "branch" } });
	const worker = startWorker(bench);
	await until(() => turnsOf(worker) === 1 && bench.model.requests.length === 2, { timeoutMs: 30_000 });
	worker.kill("SIGKILL");
	await worker.exited;
	const [task] = await bench.run([id]);
	held.open();
	expect({ state: task?.state, result: task?.result?.message, losses: task?.losses, fence: task?.fence }).toEqual({
		state: "done",
		result: `2 files changed, on branch omp/${id}.`,
		losses: 1,
		fence: 2,
	});
	expect(bench.model.requests).toHaveLength(4);
	const third = JSON.stringify(bench.model.requests[2]?.messages);
	expect(third).toContain("b.txt");
	expect(third).toContain("this is another one");
	expect(await bench.repository.git("show", `omp/${id}:b.txt`)).toBe("two\n");
	expect(await bench.repository.git("show", `omp/${id}:c.txt`)).toBe("three\n");
	expect(await bench.repository.git("log", "--format=%s%n%b", `main..omp/${id}`)).toBe(
		`task 0\nDone.\n\nOmp-Task: ${id}\n\n`,
	);
	expect(await leftFolders(bench)).toEqual([]);
});

test("a worker that is killed takes the omp of its task with it", async () => {
	const held = gate();
	await using bench = await fleetBench({ replies: [delivered(text("x"), { hold: { afterChunks: 0, gate: held } })] });
	await bench.submit({});
	const worker = startWorker(bench);
	await until(() => bench.model.requests.length === 1, { timeoutMs: 30_000 });
	const children = () => findProcesses(`session-dir ${bench.folder.path}`);
	expect(await children()).not.toEqual([]);
	worker.kill("SIGKILL");
	await worker.exited;
	await until(async () => (await children()).length === 0, { timeoutMs: 10_000 });
	held.open();
});

test("a worker that is told to end finishes the turn, ships it, and hands the task back", async () => {
	const held = gate();
	await using bench = await fleetBench({
		replies: [delivered(write("b.txt", "two\n"), { hold: { afterChunks: 0, gate: held } }), text("Done.")],
	});
	const [id = ""] = await bench.submit({});
	const worker = startWorker(bench);
	await until(() => bench.model.requests.length === 1, { timeoutMs: 30_000 });
	worker.kill("SIGTERM");
	await Bun.sleep(200);
	held.open();
	expect(await worker.exited).toBe(0);
	const between = await bench.queue.task(id);
	expect({ state: between?.state, turns: between?.progress.turns, losses: between?.losses }).toEqual({
		state: "queued",
		turns: 1,
		losses: 0,
	});
	expect(bench.model.requests).toHaveLength(1);
	const [task] = await bench.run([id]);
	expect({ state: task?.state, turns: task?.progress.turns }).toEqual({ state: "done", turns: 2 });
	expect(await bench.text(task?.result?.patch)).toContain("+two\n");
	expect(bench.model.requests).toHaveLength(2);
});

test("a task whose agent had finished is checked and delivered without another request", async () => {
	await using bench = await fleetBench({ replies: [write("b.txt", "two\n"), text("Done.")] });
	const command = `test -f ${bench.folder.file("go")} || sleep 1000`;
	const [id = ""] = await bench.submit({ check: { command, timeoutSeconds: 60, restore: [] } });
	const worker = startWorker(bench);
	await until(() => worker.events.some((event) => event.type === "task_phase" && event.phase === "check"), {
		timeoutMs: 30_000,
	});
	worker.kill("SIGKILL");
	await worker.exited;
	await bench.folder.write("go", "");
	const [task] = await bench.run([id]);
	expect({ state: task?.state, turns: task?.progress.turns }).toEqual({ state: "done", turns: 2 });
	expect(bench.model.requests).toHaveLength(2);
});

test("a correction that was lost with its worker is asked for again, and counts once", async () => {
	const held = gate();
	await using bench = await fleetBench({
		replies: [
			text("Done."),
			delivered(write("b.txt", "lost"), { hold: { afterChunks: 0, gate: held } }),
			write("b.txt", "right\n"),
			text("Fixed."),
		],
	});
	const check = { command: "grep -q right b.txt", timeoutSeconds: 60, restore: [] };
	const [id = ""] = await bench.submit({ check, checkRounds: 1 });
	const worker = startWorker(bench);
	await until(() => bench.model.requests.length === 2, { timeoutMs: 30_000 });
	worker.kill("SIGKILL");
	await worker.exited;
	const [task] = await bench.run([id]);
	held.open();
	expect({ state: task?.state, rounds: task?.result?.check?.rounds }).toEqual({ state: "done", rounds: 1 });
	expect(bench.model.requests).toHaveLength(4);
});
