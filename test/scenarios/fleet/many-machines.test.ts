import { expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { postgresServer } from "@oh-my-pi/pi-testkit/servers/postgres-server";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type Body, fleetProject, writesFile } from "./fleet-project.ts";

const verifies = (id: string, run: () => Promise<void>, timeoutMs: number) =>
	requires("pg_createcluster")(verificationName(id), run, { timeout: timeoutMs });

verifies(
	"fleet:worker:many-machines",
	async () => {
		await using postgres = await postgresServer();
		await using store = await workspace();
		await using project = await fleetProject({ otherwise: writesFile("b.txt", "b\n") });
		const { path } = await project.repository();
		await project.omp.home.write("guide.md", "Use tabs.\n");
		await project.batch({
			name: "shared",
			tasks: Array.from({ length: 6 }, (_, index) => ({
				name: `task ${index}`,
				prompt: "x",
				repository: path,
				files: [{ from: `${project.omp.home.path}/guide.md`, to: "guide.md" }],
			})),
		});
		const env = { OMP_FLEET_QUEUE: await postgres.database(), OMP_FLEET_STORE: store.path };
		// Each has a home of its own, so only queue and store are shared.
		const machine = async () => {
			const home = await workspace({ ".omp/agent/models.yml": await project.omp.home.read(".omp/agent/models.yml") });
			return {
				home,
				fleet: (...args: string[]) => project.omp.run(["fleet", ...args], { env: { ...env, HOME: home.path } }),
			};
		};
		const [submitter, first, second] = await Promise.all([machine(), machine(), machine()]);
		await using _homes = new AsyncDisposableStack();
		for (const { home } of [submitter, first, second]) _homes.use(home);

		const submitted = await submitter.fleet("submit", "batch.yml", "--json");
		expect([submitted.exitCode, JSON.parse(submitted.stdout).tasks]).toEqual([0, 6]);
		const ends = await Promise.all([first, second].map(({ fleet }) => fleet("worker", "--slots", "2", "--until-idle")));
		expect(ends.map(({ exitCode, stderr }) => [exitCode, exitCode === 0 ? "" : stderr])).toEqual([
			[0, ""],
			[0, ""],
		]);
		const status = JSON.parse((await submitter.fleet("status", "--json")).stdout);
		expect([status.engine, status.batches[0].counts.done]).toEqual(["postgres", 6]);
		const { tasks } = JSON.parse((await submitter.fleet("results", "--json")).stdout);
		expect(tasks.map(({ state, fence, result }: Body) => [state, fence, (result as { files: object }).files])).toEqual(
			Array(6).fill(["done", 1, { changed: 1, added: 1, removed: 0 }]),
		);
		expect((await submitter.fleet("logs", "task 5")).stdout).toContain("● write path: b.txt");
		expect((await submitter.fleet("results", "--branch")).exitCode).toBe(0);
		const everything = [...ends, await submitter.fleet("status"), await submitter.fleet("list")];
		for (const { stdout, stderr } of everything) expect(stdout + stderr).not.toContain(postgres.password);
		const removed = JSON.parse((await submitter.fleet("gc", "--older-than", "0m", "--json")).stdout);
		expect(removed.tasks).toBe(6);
	},
	180_000,
);
