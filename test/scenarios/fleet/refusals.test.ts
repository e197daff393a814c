import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { fleetProject } from "./fleet-project.ts";

const commands = [["plan"], ["submit"], ["submit", "--yes"], ["run"], ["run", "--yes"]];

verifies(
	"fleet:plan:no-secrets",
	async () => {
		await using project = await fleetProject({ files: { "keys/id_rsa": "secret" }, otherwise: () => text("Done.") });
		const { path } = await project.repository();
		await project.batch({ tasks: [{ name: "one", prompt: "x", repository: path, files: ["keys/id_rsa"] }] });
		for (const [name = "", ...flags] of commands) {
			const { exitCode, stderr } = await project.fleet(name, "batch.yml", ...flags);
			expect([exitCode, stderr]).toEqual([1, expect.stringContaining("keys/id_rsa is a secret by its name")]);
		}
		expect((await project.json("list")).total).toBe(0);
		expect(project.omp.model.requests).toHaveLength(0);
	},
	60_000,
);

verifies(
	"fleet:plan:values-are-data",
	async () => {
		await using project = await fleetProject({ otherwise: () => text("Done.") });
		const { path } = await project.repository();
		const marker = project.omp.files.file("marker");
		const rows = [{ name: `$(touch ${marker})` }];
		const template = { name: "t", prompt: "x", repository: path, limits: { usd: 1 } };
		const check = async (command: string) =>
			project.omp.files.write(
				"batch.yml",
				Bun.YAML.stringify({ template: { ...template, model: "acme/a-1", check: command }, rows }),
			);
		await check('echo "{{name}}"');
		for (const [name = "", ...flags] of commands) {
			const { exitCode, stderr } = await project.fleet(name, "batch.yml", ...flags);
			expect([exitCode, stderr]).toEqual([
				2,
				expect.stringContaining('{{name}} stands where a value of the table could run: "echo \\"{{name}}\\""'),
			]);
		}
		// The same as a word by itself is data.
		await check('test "$(printf %s {{name}} | wc -c)" -gt 5');
		const run = await project.fleet("run", "batch.yml");
		expect([run.exitCode, existsSync(marker)]).toEqual([0, false]);
	},
	60_000,
);

verifies(
	"fleet:plan:outside",
	async () => {
		await using project = await fleetProject();
		await project.omp.home.write("guide.md", "guide");
		const guide = project.omp.home.file("guide.md");
		await project.batch({
			tasks: [{ name: "one", prompt: "x", repository: "./nope", files: [{ from: guide, to: "g.md" }] }],
		});
		const { exitCode, stdout, stderr } = await project.fleet("plan", "batch.yml");
		expect(exitCode).toBe(0);
		expect(stdout).toContain(`  From outside  ${guide}\n`);
		expect(stderr).toContain(`There is no folder ${project.omp.files.file("nope")} on this machine`);
		expect((await project.fleet("submit", "batch.yml")).stderr).toContain(
			`There is no folder ${project.omp.files.file("nope")} on this machine: only workers that have it can do this\n`,
		);
	},
	60_000,
);
