import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { finalStates } from "@oh-my-pi/pi-fleet/contract/task";
import { openQueue } from "@oh-my-pi/pi-fleet/open-queue";
import { openPostgresQueue } from "@oh-my-pi/pi-fleet/postgres/open-postgres-queue";
import { findProcesses } from "@oh-my-pi/pi-testkit/find-processes";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { postgresServer } from "@oh-my-pi/pi-testkit/servers/postgres-server";
import { delivered, gate, type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SQL } from "bun";

// The full number takes about 15 minutes.
const isFull = process.env.OMP_TEST_FULL === "1";
const kills = isFull ? 500 : 14;
const batchCount = isFull ? 10 : 2;
const batchSize = isFull ? 30 : 6;
const taskCount = batchCount * batchSize;
const repositoryCount = isFull ? 12 : 3;
const longestGapMs = 1300;
const longestOutageMs = 1500;
const seed = 1;

interface Engine {
	readonly name: string;
	readonly define: typeof test | ReturnType<typeof requires>;
	start(omp: OmpProject): Promise<RunningEngine>;
}

interface RunningEngine extends AsyncDisposable {
	/** The flags for its queue. */
	readonly flags: readonly string[];
	/** With no patience it fails at once while its server is down. */
	open(patienceMs?: number): Promise<FleetQueue>;
	/** Nothing that a killed process asked for is still under way; false where no process got as far as making the tables. */
	settle(): Promise<boolean>;
	/** Leases and reservations. */
	countLeft(): Promise<number>;
	/** Its server is killed, and runs again after a while. */
	readonly crash?: (outageMs: number) => Promise<void>;
}

const fleetDir = (omp: OmpProject) => join(omp.home.path, ".omp", "fleet");

const sqlite: Engine = {
	name: "SQLite",
	define: test,
	async start(omp) {
		const path = join(fleetDir(omp), "queue.db");
		return {
			flags: [],
			open: () => openQueue(undefined, { fleetDir: fleetDir(omp) }),
			settle: async () => existsSync(path),
			countLeft: () => countRows(`sqlite://${path}`, ["task WHERE leased_until IS NOT NULL", "reservation", "message"]),
			async [Symbol.asyncDispose]() {},
		};
	},
};

const postgres: Engine = {
	name: "Postgres",
	define: requires("pg_createcluster"),
	async start() {
		const server = await postgresServer();
		const url = await server.database();
		return {
			flags: ["--queue", url],
			open: (patienceMs) => openPostgresQueue({ url, ...(patienceMs !== undefined && { patienceMs }) }),
			async settle() {
				const sessions = "pg_stat_activity WHERE application_name = 'omp fleet'";
				await until(async () => (await countRows(url, [sessions])) === 0, { everyMs: 20 });
				return (await countRows(url, ["pg_tables WHERE schemaname = 'omp_fleet' AND tablename = 'meta'"])) === 1;
			},
			countLeft: () =>
				countRows(url, [
					...["omp_fleet.task WHERE attempt IS NOT NULL", "omp_fleet.reservation", "omp_fleet.message"],
					"omp_fleet_jobs.job WHERE state < 'completed'",
				]),
			async crash(outageMs) {
				await server.stop("SIGKILL");
				await Bun.sleep(outageMs);
				await server.start();
			},
			[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
		};
	},
};

async function countRows(url: string, tables: readonly string[]): Promise<number> {
	await using sql = new SQL(url, { max: 1 });
	const counts = tables.map((table) => `(SELECT COUNT(*) FROM ${table})`);
	const [row] = await sql.unsafe(`SELECT ${counts.join(" + ")} AS count`);
	return Number(row.count);
}

/** What the model was asked for, by task and turn. */
class Ledger {
	readonly #asked = new Map<string, number>();
	/** Turns that were recorded when they were asked for once more. */
	readonly paidTwice: string[] = [];
	queue: FleetQueue | undefined;

	/** How many requests there were. */
	get asked(): number {
		return [...this.#asked.values()].reduce((sum, count) => sum + count, 0);
	}

	/** How many of them nobody had asked before. */
	get turns(): number {
		return this.#asked.size;
	}

	get repeated(): number {
		return this.asked - this.turns;
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
		// As soon as a server is back that was killed, before anybody else can have done this turn.
		const page = await until(() => this.queue?.list({ text: mark, limit: 1 }), { everyMs: 20, timeoutMs: 120_000 });
		const task = page.tasks[0];
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

function taskFile(batch: number, turnsOfTasks: readonly number[], repositories: readonly Workspace[]): string {
	const tasks = turnsOfTasks.map((turns, index) => {
		const number = batch * batchSize + index;
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
	return [`name: crash ${batch}`, "defaults: { model: acme/a-1 }", "tasks:", ...tasks, ""].join("\n");
}

for (const engine of [sqlite, postgres]) {
	engine.define(
		`${engine.name}: tasks survive workers and servers that are killed at any moment, each is delivered once and no finished turn is paid for twice`,
		() => survive(engine),
		isFull ? 7_200_000 : 600_000,
	);
}

async function survive(engine: Engine): Promise<void> {
	const ledger = new Ledger();
	await using omp = await ompProject({ otherwise: ledger.reply });
	await using running = await engine.start(omp);
	const repositories = await Promise.all(
		Array.from({ length: repositoryCount }, (_, index) => workspace({ "a.txt": `${index}\n` }, { git: true })),
	);
	const random = seeded(seed);
	const start: Start = (...args) =>
		Bun.spawn([...omp.command, "fleet", ...args, ...running.flags], {
			...{ cwd: omp.path, env: omp.env, stdin: "ignore", stdout: "ignore" },
			stderr: Bun.file(omp.files.file("worker.log")),
		});
	let killed = 0;
	let neededTurns = 0;
	let crashes = 0;
	let lost = 0;
	for (let batch = 0; batch < batchCount; batch++) {
		const turns = Array.from({ length: batchSize }, () => 1 + random.below(4));
		// With the end of each task, and with the correction and the end of every other one.
		neededTurns += turns.reduce((sum, count) => sum + count + 2, 0);
		await omp.files.write("fleet.yml", taskFile(batch, turns, repositories));
		killed += await submitThoughKilled(running, `crash ${batch}`, start, random);
	}
	await using queue = await running.open();
	await using impatient = await running.open(0);
	ledger.queue = impatient;
	expect((await queue.batches()).map(({ name, tasks }) => [name, tasks])).toEqual(
		Array.from({ length: batchCount }, (_, batch) => [`crash ${batch}`, batchSize]),
	);

	const worker = () => start("worker", "--slots", "2", "--sandbox", "off");
	const workers = [worker(), worker()];
	await using _ = {
		async [Symbol.asyncDispose]() {
			for (const one of workers) one.kill("SIGKILL");
			await Promise.all(workers.map((one) => one.exited));
		},
	};
	for (; killed < kills; killed++) {
		// As the work goes on, so that the kills are spread over all of it, however fast the machine is.
		const turns = (neededTurns * 0.9 * killed) / kills;
		for (let ms = 0; ms < longestGapMs && ledger.turns < turns; ms += 10) await Bun.sleep(10);
		await Bun.sleep(random.below(300));
		if (running.crash && random.oneIn(6)) {
			await running.crash(random.below(longestOutageMs));
			crashes++;
			continue;
		}
		const index = random.below(workers.length);
		workers[index]?.kill("SIGKILL");
		await workers[index]?.exited;
		workers[index] = worker();
		if (killed % 5 === 0) lost += await retryLost(queue);
	}
	const open = await queue.list({ states: ["queued", "running", "waiting"], limit: 1 });
	const isOver = async () => {
		const { tasks } = await queue.list({ limit: taskCount });
		return (await retryLost(queue)) === 0 && tasks.every(({ state }) => finalStates.includes(state));
	};
	await until(isOver, { timeoutMs: isFull ? 6_000_000 : 240_000, everyMs: 250 });
	// Those that were killed are signed off by the others.
	const pids = workers.map(({ pid }) => pid).sort();
	await until(async () => Bun.deepEquals((await queue.workers()).map(({ pid }) => pid).sort(), pids), {
		...{ timeoutMs: 60_000, everyMs: 100 },
	});
	for (const one of workers) one.kill("SIGTERM");
	await Promise.all(workers.map((one) => one.exited));

	const { tasks } = await queue.list({ limit: taskCount });
	expect(tasks.filter(({ state }) => state !== "done").map(({ id, result }) => [id, result])).toEqual([]);
	expect(ledger.paidTwice).toEqual([]);
	for (const task of tasks) {
		const repository = task.spec.repository;
		const git = async (...args: string[]) => (await runCommand(["git", ...args], { cwd: repository })).stdout.trim();
		const format = "%H %(trailers:key=Omp-Task,valueonly,separator=%x2C)";
		const commits = await git("log", `--format=${format}`, `main..omp/${task.id}`);
		expect(commits).toBe(`${task.result?.commit} ${task.id}`);
	}
	for (const repository of repositories) {
		const branches = (await repository.git("branch", "--list", "omp/*")).trim().split("\n");
		expect(branches.length).toBe(tasks.filter(({ spec }) => spec.repository === repository.path).length);
	}
	expect(await running.countLeft()).toBe(0);
	expect(await queue.workers()).toEqual([]);
	expect(readdirSync(join(fleetDir(omp), "work"))).toEqual([]);
	expect(await findProcesses(`session-dir ${omp.home.path}`)).toEqual([]);
	// Most kills must have hit work under way, or the test proves little.
	expect(ledger.repeated).toBeGreaterThan(kills / 10);
	if (isFull) {
		console.log(
			`${engine.name}: ${killed} kills, ${crashes} of them of the server while tasks ran; ${open.total} of ${taskCount} tasks were open after the last one, ` +
				`${lost} were retried as lost; ${ledger.asked} requests, ${ledger.repeated} of them repeated`,
		);
	}
	await Promise.all(repositories.map((repository) => repository[Symbol.asyncDispose]()));
}

type Start = (...args: readonly string[]) => {
	readonly pid: number;
	kill(signal: NodeJS.Signals): void;
	readonly exited: Promise<number>;
};

/** Up to three submitting processes are killed, or the server under them; what they left is all tasks of the batch, or none. Gives the number of kills. */
async function submitThoughKilled(
	{ open, settle, crash }: RunningEngine,
	name: string,
	start: Start,
	random: Random,
): Promise<number> {
	for (let tries = 0; tries < 10; tries++) {
		const submit = start("submit", "fleet.yml", "--yes");
		if (tries < 3) {
			await Bun.sleep(random.below(longestGapMs));
			if (crash && random.oneIn(3)) await crash(random.below(longestOutageMs));
			else submit.kill("SIGKILL");
		}
		await submit.exited;
		if (!(await settle())) continue;
		await using queue = await open();
		const batches = await queue.batches();
		if (batches.some((batch) => batch.name === name)) return Math.min(tries + 1, 3);
	}
	throw new Error(`${name} was not submitted`);
}

/** A task whose workers die again and again is given up; somebody looks at it and lets it go on. Gives how many there were. */
async function retryLost(queue: FleetQueue): Promise<number> {
	const { tasks } = await queue.list({ states: ["failed"], limit: taskCount });
	// For no other reason may a task have failed.
	expect(tasks.filter(({ result }) => result?.reason !== "lost").map(({ id, result }) => [id, result])).toEqual([]);
	if (tasks.length > 0) await queue.retry({ ids: tasks.map(({ id }) => id) }, "last-turn");
	return tasks.length;
}
