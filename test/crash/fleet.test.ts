import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { finalStates } from "@oh-my-pi/pi-fleet/contract/task";
import { openQueue } from "@oh-my-pi/pi-fleet/open-queue";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { delivered, gate, type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";

// The full number takes most of an hour.
const isFull = process.env.OMP_TEST_FULL === "1";
const kills = isFull ? 500 : 14;
const taskCount = isFull ? 300 : 12;
const repositoryCount = isFull ? 12 : 3;
const seed = 1;

interface Engine {
	readonly name: string;
	/** The flags for its queue. */
	readonly flags: (omp: OmpProject) => readonly string[];
	readonly open: (omp: OmpProject) => Promise<FleetQueue>;
}

const fleetDir = (omp: OmpProject) => join(omp.home.path, ".omp", "fleet");

const engines: readonly Engine[] = [
	{ name: "SQLite", flags: () => [], open: (omp) => openQueue(undefined, { fleetDir: fleetDir(omp) }) },
];

/** What the model was asked for, by task and turn. */
class Ledger {
	readonly #asked = new Map<string, number>();
	/** Turns that were recorded when they were asked for once more. */
	readonly paidTwice: string[] = [];
	queue: FleetQueue | undefined;

	get repeated(): number {
		return [...this.#asked.values()].reduce((sum, count) => sum + count - 1, 0);
	}

	/** Answers by how many results the conversation has, once it is known what is recorded of the task. */
	readonly reply = (body: Record<string, unknown>): Reply => {
		const messages = JSON.stringify(body.messages);
		const name = /task-(\d+)-of-(\d+)/.exec(messages);
		if (!name) return text("What?");
		const [mark = "", number = "", turns = ""] = name;
		const results = [...messages.matchAll(/"type":"tool_result"/g)].length;
		const isCorrecting = messages.includes("the check failed");
		const key = `${mark} turn ${results}${isCorrecting ? " corrected" : ""}`;
		this.#asked.set(key, (this.#asked.get(key) ?? 0) + 1);
		const known = gate();
		// Before the correction the agent had said that it was finished, which has no result.
		void this.#check(mark, results + (isCorrecting ? 1 : 0), key).finally(() => known.open());
		return delivered(next(number, Number(turns), results, isCorrecting), { hold: { afterChunks: 0, gate: known } });
	};

	async #check(mark: string, turns: number, key: string): Promise<void> {
		const page = await this.queue?.list({ text: mark, limit: 1 });
		const task = page?.tasks[0];
		if (task && task.progress.turns > turns) this.paidTwice.push(key);
	}
}

/** Each turn adds a line to a file, so that one that counts twice is seen there. Tasks with an odd number need a correction. */
function next(number: string, turns: number, results: number, isCorrecting: boolean): Reply {
	const line = (word: string) => toolCall("bash", { command: `echo ${word} >> result-${number}.txt` });
	if (results < turns) return line(`turn-${results}`);
	if (isCorrecting && results === turns) return line("corrected");
	return text(`Finished ${number}.`);
}

function taskFile(repositories: readonly Workspace[], random: (below: number) => number): string {
	const tasks = Array.from({ length: taskCount }, (_, number) => {
		const turns = 1 + random(4);
		const lines = turns + (number % 2);
		const path = `result-${number}.txt`;
		return [
			`  - name: task-${number}-of-${turns}`,
			`    prompt: Do task-${number}-of-${turns}.`,
			`    repository: ${repositories[number % repositoryCount]?.path}`,
			"    check:",
			`      command: test "$(wc -l < ${path})" = ${lines} -a "$(sort -u ${path} | wc -l)" = ${lines}`,
			"    deliver: branch",
			"    checkRounds: 1",
			"    limits: { usd: 5 }",
		].join("\n");
	});
	return ["name: crash", "defaults: { model: acme/a-1 }", "tasks:", ...tasks, ""].join("\n");
}

test.each(engines)(
	"$name: tasks survive workers that are killed at any moment, each is delivered once and no finished turn is paid for twice",
	async ({ flags, open }) => {
		const ledger = new Ledger();
		await using omp = await ompProject({ otherwise: ledger.reply });
		const repositories = await Promise.all(
			Array.from({ length: repositoryCount }, (_, index) => workspace({ "a.txt": `${index}\n` }, { git: true })),
		);
		const { below: random } = seeded(seed);
		await omp.files.write("fleet.yml", taskFile(repositories, random));
		const queueFlags = flags(omp);
		const env = { ...omp.env };
		const start = (...args: readonly string[]) =>
			Bun.spawn([...omp.command, "fleet", ...args, ...queueFlags], {
				...{ cwd: omp.path, env, stdin: "ignore", stdout: "ignore" },
				stderr: Bun.file(omp.files.file("worker.log")),
			});
		await submitThoughKilled(omp, start, random);
		await using queue = await open(omp);
		ledger.queue = queue;
		const [batch] = await queue.batches();
		expect(batch?.tasks).toBe(taskCount);

		const worker = () => start("worker", "--slots", "2", "--sandbox", "off");
		const workers = [worker(), worker()];
		for (let killed = 0; killed < kills; ) {
			await Bun.sleep(100 + random(1200));
			const index = random(workers.length);
			workers[index]?.kill("SIGKILL");
			await workers[index]?.exited;
			killed++;
			workers[index] = worker();
			// A task whose workers die again and again is given up; somebody looks at it and lets it go on.
			if (killed % 5 === 0) await queue.retry({ states: ["failed"] }, "last-turn");
		}
		const isOver = async () => {
			const { tasks } = await queue.list({ limit: taskCount });
			const lost = tasks.filter(({ result }) => result?.reason === "lost").map(({ id }) => id);
			if (lost.length > 0) await queue.retry({ ids: lost }, "last-turn");
			return lost.length === 0 && tasks.every(({ state }) => finalStates.includes(state));
		};
		await until(isOver, { timeoutMs: isFull ? 3_000_000 : 240_000 });
		for (const one of workers) one.kill("SIGTERM");
		await Promise.all(workers.map((one) => one.exited));

		const { tasks } = await queue.list({ limit: taskCount });
		expect(tasks.filter(({ state }) => state !== "done").map(({ id, result }) => [id, result])).toEqual([]);
		expect(ledger.paidTwice).toEqual([]);
		for (const task of tasks) {
			const repository = task.spec.repository;
			const git = async (...args: string[]) => (await runCommand(["git", ...args], { cwd: repository })).stdout.trim();
			const commits = await git(
				"log",
				"--format=%H %(trailers:key=Omp-Task,valueonly,separator=%x2C)",
				`main..omp/${task.id}`,
			);
			expect(commits).toBe(`${task.result?.commit} ${task.id}`);
		}
		for (const repository of repositories) {
			const branches = (await repository.git("branch", "--list", "omp/*")).trim().split("\n");
			expect(branches.length).toBe(tasks.filter(({ spec }) => spec.repository === repository.path).length);
		}
		expect(readdirSync(join(fleetDir(omp), "work"))).toEqual([]);
		expect(await processesOf(omp)).toBe("");
		// Most kills must have hit work under way, or the test proves little.
		expect(ledger.repeated).toBeGreaterThan(kills / 10);
		await Promise.all(repositories.map((repository) => repository[Symbol.asyncDispose]()));
	},
	isFull ? 7_200_000 : 600_000,
);

/** A submitting process that is killed has put all tasks into the queue, or none. */
async function submitThoughKilled(
	omp: OmpProject,
	start: (...args: readonly string[]) => { kill(signal: NodeJS.Signals): void; readonly exited: Promise<number> },
	random: (below: number) => number,
): Promise<void> {
	for (let tries = 0; tries < 100; tries++) {
		const submit = start("submit", "fleet.yml", "--yes");
		if (tries < 3) {
			await Bun.sleep(random(250));
			submit.kill("SIGKILL");
		}
		await submit.exited;
		if (!existsSync(join(fleetDir(omp), "queue.db"))) continue;
		await using queue = await openQueue(undefined, { fleetDir: fleetDir(omp) });
		const batches = await queue.batches();
		if (batches.length > 0) return;
	}
	throw new Error("No batch was submitted");
}

async function processesOf(omp: OmpProject): Promise<string> {
	const { stdout } = await runCommand(["pgrep", "-fa", `session-dir ${omp.home.path}`]);
	return stdout.trim();
}
