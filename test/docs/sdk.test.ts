import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { exampleReplies } from "./example-replies.ts";
import { examplesIn } from "./examples.ts";

const root = resolve(import.meta.dir, "../..");
const examples = [...examplesIn("sdk.md", "ts"), ...examplesIn("hooks.md", "ts")];

describe("docs/sdk.md and docs/hooks.md", () => {
	let folder = "";
	const fileOf = (name: string) => join(folder, `${name}.ts`);

	beforeAll(async () => {
		// Beside the sources, where the package can be imported by name.
		folder = await mkdtemp(join(root, "test/docs/extracted-"));
		for (const { name, code } of examples) await writeFile(fileOf(name), code);
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	test("its examples compile", async () => {
		const config = { extends: join(root, "tsconfig.json"), include: [`${folder}/*.ts`], exclude: [] };
		await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
		const { stdout } = await runCommand([join(root, "node_modules/.bin/tsc"), "--noEmit", "-p", folder], { cwd: root });
		const own = stdout.split("\n").filter((line) => line.includes("extracted-"));
		expect(own).toEqual([]);
	}, 60_000);

	test.each(examples.map(({ name, prints }) => [name, prints] as const))(
		"the example %p prints the documented output",
		async (name, prints) => {
			await using omp = await ompProject({ replies: exampleReplies[name] ?? [], files: { "README.md": "# Greeter" } });
			const result = await runCommand([process.execPath, fileOf(name)], { cwd: omp.path, env: omp.env });
			expect(result).toEqual({ stdout: prints, stderr: "", exitCode: 0 });
		},
		20_000,
	);
});
