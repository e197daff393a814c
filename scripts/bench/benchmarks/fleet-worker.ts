import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Bench, Benchmark } from "../benchmark.ts";
import { fleetWorkerLimits } from "../limits.data.ts";
import { startModel } from "../model-process.ts";
import { megabytesOfTree } from "../process-memory.ts";

const alone = 30;
/** With another number of tasks: `OMP_BENCH_TASKS=10000 npm run bench fleet-worker`. */
const together = Number(process.env.OMP_BENCH_TASKS ?? 1000);
const slots = 8;

/** Tasks of one turn: what a worker takes for one beyond `omp -p`, and how many it does on all cores. */
export const fleetWorker: Benchmark = {
	name: "fleet-worker",
	async run(bench) {
		await using model = await startModel(bench);
		await using small = await repository(100);
		await using large = await repository(2000);
		const prompt = [bench.omp, "-p", "hi", ...model.selectors];
		await inLoops(bench, prompt, small.path, { count: 5, loops: 1 });
		const print = await inLoops(bench, prompt, small.path, { count: alone, loops: 1 });
		const one = await withWorker(bench, small.path, { count: alone, slots: 1 });
		const loops = await inLoops(bench, prompt, small.path, { count: together, loops: slots });
		const all = await withWorker(bench, small.path, { count: together, slots });
		const hundredth = await withWorker(bench, large.path, { count: 100, slots: 1 });
		const cores = availableParallelism();
		const used = (all.cpuMs / (all.ms * cores)) * 100;
		return [
			{
				name: "a fleet task of one turn, beyond omp -p",
				value: (one.ms - print) / alone,
				unit: "ms",
				limit: fleetWorkerLimits.overhead,
			},
			{
				name: `${together.toLocaleString("en-US")} tasks over ${slots} slots, to omp -p in ${slots} loops`,
				value: all.ms / loops,
				unit: "×",
				notes: [
					`fleet-worker: ${(all.ms / together).toFixed(1)} ms a task over ${slots} slots, ${(loops / together).toFixed(1)} ms in loops; ` +
						`worker, git and omp used ${used.toFixed(0)} % of ${cores} cores, the model the rest`,
				],
			},
			{
				name: "start of a task in a repository of 2,000 files, at the most",
				value: hundredth.slowestStartMs,
				unit: "ms",
				limit: fleetWorkerLimits.start,
			},
			{
				name: "memory of a worker for each slot that waits",
				value: (await waitingMegabytes(bench)) / slots,
				unit: "MB",
				limit: fleetWorkerLimits.slot,
			},
		];
	},
};

function repository(files: number) {
	const named = Array.from({ length: files }, (_, index) => [
		`src/part-${index % 20}/file-${index}.ts`,
		`export const x = ${index};\n`,
	]);
	return workspace(Object.fromEntries(named), { git: true });
}

/** Milliseconds for so many runs of a command. */
async function inLoops(
	{ env }: Bench,
	command: readonly string[],
	cwd: string,
	{ count, loops }: { readonly count: number; readonly loops: number },
): Promise<number> {
	let left = count;
	const startedAt = performance.now();
	const loop = async () => {
		while (left-- > 0) {
			const { exitCode, stderr } = await runCommand([...command], { cwd, env });
			if (exitCode !== 0) throw new Error(stderr);
		}
	};
	await Promise.all(Array.from({ length: loops }, loop));
	return performance.now() - startedAt;
}

/** The same as tasks of a queue of their own, without the start of the worker. */
async function withWorker(
	bench: Bench,
	path: string,
	options: { readonly count: number; readonly slots: number },
): Promise<{ readonly ms: number; readonly cpuMs: number; readonly slowestStartMs: number }> {
	const folder = join(bench.scratch, `fleet-${options.count}-${options.slots}`);
	const file = join(bench.scratch, "tasks.yml");
	const tasks = Array.from({ length: options.count }, (_, index) => `  - { name: task-${index} }`);
	const defaults = `defaults: { model: scripted/claude, prompt: hi, repository: ${path} }`;
	await Bun.write(file, ["name: bench", defaults, "tasks:", ...tasks, ""].join("\n"));
	const env = { ...bench.env, OMP_FLEET_QUEUE: `sqlite:${folder}/queue.db`, OMP_FLEET_STORE: `${folder}/store` };
	const submitted = await runCommand([bench.omp, "fleet", "submit", file, "--yes"], { cwd: bench.cwd, env });
	if (submitted.exitCode !== 0) throw new Error(submitted.stderr);
	const work = [bench.omp, "fleet", "worker", "--slots", String(options.slots), "--until-idle", "--json"];
	const child = Bun.spawn(work, { cwd: bench.cwd, env, stdin: "ignore", stdout: "pipe", stderr: "ignore" });
	const begun = new Map<string, number>();
	let [first, last, done, slowestStartMs, seen] = [0, 0, 0, 0, 0];
	let rest = "";
	for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
		const lines = (rest + chunk).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			const { type, task, phase, state } = JSON.parse(line);
			const now = performance.now();
			if (type === "task_start") {
				first ||= now;
				begun.set(task, now);
			}
			// The first ones fill caches.
			if (phase === "agent" && ++seen > 2) slowestStartMs = Math.max(slowestStartMs, now - (begun.get(task) ?? now));
			if (type === "task_end" && state === "done") {
				last = now;
				done++;
			}
		}
	}
	await child.exited;
	if (done !== options.count) throw new Error(`${done} of ${options.count} tasks are done`);
	await rm(folder, { recursive: true, force: true });
	return { ms: last - first, cpuMs: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000, slowestStartMs };
}

/** Of a worker that has nothing to do. */
async function waitingMegabytes(bench: Bench): Promise<number> {
	const env = { ...bench.env, OMP_FLEET_QUEUE: `sqlite:${join(bench.scratch, "waiting.db")}` };
	const work = [bench.omp, "fleet", "worker", "--slots", String(slots)];
	const child = Bun.spawn(work, { cwd: bench.cwd, env, stdin: "ignore", stdout: "ignore", stderr: "ignore" });
	await Bun.sleep(3000);
	const megabytes = await megabytesOfTree(child.pid);
	child.kill();
	await child.exited;
	return megabytes;
}
