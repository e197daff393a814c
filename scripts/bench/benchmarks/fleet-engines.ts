import { join } from "node:path";
import type { FleetQueue, NewTask } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { openQueue } from "@oh-my-pi/pi-fleet/open-queue";
import { openPostgresQueue } from "@oh-my-pi/pi-fleet/postgres/open-postgres-queue";
import { type SimulationReport, simulateFleet } from "@oh-my-pi/pi-fleet/simulation/simulate-fleet";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type PostgresServer, postgresServer } from "@oh-my-pi/pi-testkit/servers/postgres-server";
import { TestClock } from "pg-boss";
import type { Benchmark, Figure } from "../benchmark.ts";
import { fleetEngineLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";

const taskCount = 100_000;
const rounds = 11;
const worker = { id: "idle", host: "bench", pid: 1, slots: 4, format: 1, version: "1.0.0" };

/** The queue of a fleet: 100,000 tasks in both engines, a worker without work, and a thousand workers in virtual time. */
export const fleetEngines: Benchmark = {
	name: "fleet-engines",
	async run({ scratch }) {
		const sqlite = await measureTasks("SQLite", () => openQueue(undefined, { fleetDir: join(scratch, "fleet") }));
		if (!Bun.which("pg_createcluster")) return sqlite;
		// With the settings of a new server, except for the extension that counts queries.
		await using server = await postgresServer({
			settings: { fsync: "on", shared_preload_libraries: "pg_stat_statements" },
		});
		const url = await server.database();
		return [
			...sqlite,
			...(await measureTasks("Postgres", () => openPostgresQueue({ url }))),
			await measureIdle(server),
			await measureThousand(server),
		];
	},
};

async function measureTasks(engine: string, open: () => Promise<FleetQueue>): Promise<Figure[]> {
	await using queue = await open();
	const tasks = Array.from({ length: taskCount }, (_, index) => makeTask(index));
	const submit = await timed(() => queue.submit({ id: "bench", name: "bench", limits: {} }, tasks));
	const medianOf = async (work: () => Promise<unknown>) => {
		const times: number[] = [];
		for (let round = 0; round < rounds; round++) times.push(await timed(work));
		return median(times);
	};
	const { list } = fleetEngineLimits;
	return [
		{ name: `${engine}: 100,000 tasks submitted`, value: submit, unit: "ms", limit: fleetEngineLimits.submit },
		{
			name: `${engine}: 100,000 tasks listed`,
			value: await medianOf(() => queue.list({ limit: 100 })),
			unit: "ms",
			limit: list,
		},
		{
			name: `${engine}: 100,000 tasks counted`,
			value: await medianOf(() => queue.counts()),
			unit: "ms",
			limit: list,
		},
		{
			name: `${engine}: 100,000 tasks searched for a text`,
			value: await medianOf(() => queue.list({ text: "repository-77", limit: 100 })),
			unit: "ms",
		},
	];
}

const makeTask = (index: number): NewTask => ({
	id: `bench-${String(index).padStart(6, "0")}`,
	name: `repository-${index}`,
	format: 1,
	priority: index % 3,
	spec: {
		prompt: `Replace the deprecated calls in repository ${index}. ${"Keep the tests green. ".repeat(10)}`,
		repository: `https://git.example.com/team/repository-${index}.git`,
		limits: { turns: 50, usd: 2 },
		files: [],
		check: { command: "make test", timeoutSeconds: 600, restore: ["test/**"] },
		deliver: { kind: "branch" },
		questions: "decide",
		checkRounds: 2,
	},
});

async function timed(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}

/** As a worker asks, every 1.2 s of virtual time. */
async function measureIdle(server: PostgresServer): Promise<Figure> {
	const url = await server.database();
	await server.run(url, ["CREATE EXTENSION pg_stat_statements"]);
	const clock = new TestClock();
	await using queue = await openPostgresQueue({ url, clock });
	const before = await countCalls(url);
	const looks = 250;
	const everyMs = 1200;
	for (let look = 0; look < looks; look++) {
		await clock.setTime(clock.now() + everyMs);
		await queue.claim(worker, 4);
	}
	const calls = (await countCalls(url)) - before;
	return {
		name: "Postgres: queries of an idle worker",
		value: calls / ((looks * everyMs) / 1000),
		unit: "/s",
		limit: fleetEngineLimits.idleQueriesPerSecond,
	};
}

/** Without those of the benchmark itself. */
async function countCalls(url: string): Promise<number> {
	await using sql = new Bun.SQL(url, { max: 1 });
	const [row] = await sql.unsafe(
		"SELECT SUM(calls)::int AS calls FROM pg_stat_statements WHERE query !~ 'test_clock|pg_stat_statements|^SET'",
	);
	return Number(row.calls);
}

async function measureThousand(server: PostgresServer): Promise<Figure> {
	const clock = new TestClock();
	const parallel = 16;
	await using queue = await openPostgresQueue({ url: await server.database(), clock, maxConnections: parallel });
	await queue.submit(
		{ id: "bench", name: "bench", limits: { usd: 1e6, perMinute: { "*": { requests: 1e6, tokens: 1e9 } } } },
		Array.from({ length: 5_000 }, (_, index) => makeTask(index)),
	);
	const random = seeded(1);
	const load = { workers: 1000, turnMs: 20_000, turnsPerTask: 3, pollMs: 1200, deaths: 0.01, lengthMs: 120_000 };
	const report = await simulateFleet({
		...load,
		queue,
		account: "anthropic",
		startMs: clock.now(),
		setTime: (ms) => clock.setTime(ms),
		random: () => random.below(1e9) / 1e9,
		monotonic: () => performance.now(),
		parallel,
	});
	return {
		name: "Postgres: busy with 1,000 workers",
		value: report.load * 100,
		unit: "%",
		limit: fleetEngineLimits.thousandWorkers,
		notes: describe(report),
	};
}

function describe({ calls, workersAtLimit, tasksDone, refused }: SimulationReport): string[] {
	const rows = [...calls].toSorted(([, a], [, b]) => b.count * b.meanMs - a.count * a.meanMs);
	return [
		`Simulation: 1,000 workers with turns of 20 s for two minutes of virtual time, ${tasksDone} tasks done, ${refused} writes of lost owners refused.`,
		`The engine would be busy all the time with ${workersAtLimit} such workers. Most of the time goes to:`,
		...rows.map(([name, { count, meanMs }]) => `  ${name.padEnd(7)} ${count} calls of ${meanMs.toFixed(1)} ms`),
	];
}
