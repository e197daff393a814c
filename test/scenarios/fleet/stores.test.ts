import { expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { postgresServer } from "@oh-my-pi/pi-testkit/servers/postgres-server";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { fleetProject, writesFile } from "./fleet-project.ts";

verifies(
	"fleet:store:another-one",
	async () => {
		await using store = await workspace();
		await using project = await fleetProject({ otherwise: writesFile("b.txt", "b\n") });
		const { path } = await project.repository();
		await project.batch({ tasks: [{ name: "one", prompt: "x", repository: path }] });
		const shared = { OMP_FLEET_STORE: store.path };
		const fleet = (args: readonly string[], env: Record<string, string> = {}) =>
			project.omp.run(["fleet", ...args], { env });
		expect((await fleet(["submit", "batch.yml"], shared)).exitCode).toBe(0);
		const wrong = new RegExp(
			`in another store: ${store.path}; here it is ${project.fleetDir}/store\\. Set OMP_FLEET_STORE`,
		);
		const worker = await fleet(["worker", "--until-idle"]);
		expect([worker.exitCode, worker.stderr]).toEqual([1, expect.stringMatching(wrong)]);
		expect((await project.json("list")).tasks[0]).toMatchObject({ state: "queued", losses: 0 });
		const again = await fleet(["submit", "batch.yml"]);
		expect([again.exitCode, again.stderr]).toEqual([1, expect.stringMatching(wrong)]);
		expect((await fleet(["worker", "--until-idle"], shared)).exitCode).toBe(0);
		for (const args of [["results", "--apply"], ["logs", "one"], ["report"]]) {
			const { exitCode, stdout, stderr } = await fleet(args);
			expect([args, exitCode, stdout + stderr]).toEqual([args, 1, expect.stringMatching(wrong)]);
			expect(stdout + stderr).not.toContain("damaged");
			expect((await fleet(args, shared)).exitCode).toBe(0);
		}
	},
	120_000,
);

requires("pg_createcluster")(
	"a queue for many machines with a store of one is told when tasks are submitted",
	async () => {
		await using postgres = await postgresServer();
		await using project = await fleetProject({ otherwise: writesFile("b.txt", "b\n") });
		const { path } = await project.repository();
		await project.batch({ tasks: [{ name: "one", prompt: "x", repository: path }] });
		const env = { OMP_FLEET_QUEUE: await postgres.database() };
		const submitted = await project.omp.run(["fleet", "submit", "batch.yml"], { env });
		expect([submitted.exitCode, submitted.stderr]).toEqual([
			0,
			expect.stringContaining("The store is a folder of this machine alone"),
		]);
	},
	{ timeout: 60_000 },
);
