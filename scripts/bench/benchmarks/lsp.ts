import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { Bench, Benchmark } from "../benchmark.ts";
import { lspLimits } from "../limits.data.ts";
import { loadedModules } from "../loaded-modules.ts";
import { diagnosticsAfterEdit } from "../lsp/diagnostics-after-edit.ts";
import { framing } from "../lsp/framing.ts";
import { type Added, measureAdded } from "../measure-added.ts";
import { startModel } from "../model-process.ts";

const server = "typescript-language-server";
const runs = 40;

/** Language servers: what the client adds to their own work, and what they cost where they are not used. */
export const lsp: Benchmark = {
	name: "lsp",
	async run(bench) {
		const searchPath = `${await linkServer(bench)}:${bench.env.PATH}`;
		const place = { cwd: join(bench.scratch, "typescript"), home: bench.scratch, searchPath };
		const env = { ...bench.env, PATH: searchPath };
		await using model = await startModel(bench);
		const prompt = ["-p", "hi", ...model.selectors];
		const added = await addedToPrompt({ ...bench, env }, prompt);
		return [
			...(await diagnosticsAfterEdit(place)),
			...framing(),
			{
				name: "lsp, sources loaded in a project without servers",
				value: await loadedWithoutServers({ ...bench, env }, prompt),
				unit: "KB",
				limit: lspLimits.loaded,
			},
			{
				name: "lsp, ten idle servers for 10 s, CPU",
				value: await idleCpu(bench),
				unit: "ms",
				limit: lspLimits.idleCpu,
			},
			{
				name: "omp -p hi in a project with a language server, added",
				value: added.wallMs,
				unit: "ms",
				notes: [
					"omp -p hi in a project with a language server: beyond what it takes in an empty folder, fastest runs.",
				],
			},
			{ name: "omp -p hi in a project with a language server, CPU added", value: added.cpuMs, unit: "ms" },
		];
	},
};

/** In a folder of its own: programs are not searched for in folders of packages. */
async function linkServer({ root, scratch }: Bench): Promise<string> {
	const program = join(root, "test/language-servers/node_modules/.bin", server);
	if (!existsSync(program)) throw new Error(`${server} is missing: npm ci --prefix test/language-servers`);
	const folder = join(scratch, "language-servers");
	await mkdir(folder, { recursive: true });
	const link = join(folder, server);
	if (!existsSync(link)) await symlink(program, link);
	return folder;
}

/** Of files of the client, in a project with files that no server is for. */
async function loadedWithoutServers(bench: Bench, prompt: readonly string[]): Promise<number> {
	const cwd = join(bench.scratch, "without-servers");
	await Bun.write(join(cwd, "src/notes.ts"), "export const a = 1;\n");
	await Bun.write(join(cwd, "notes.md"), "# Notes\n");
	const loaded = await loadedModules({ ...bench, cwd }, prompt);
	if (!loaded.some((line) => line.includes("features/lsp/"))) throw new Error("the list of sources is not complete");
	const client = loaded.map((line) => /^ {4}.*packages\/lsp\/\S+ (\d+)$/.exec(line)?.[1] ?? 0);
	return client.reduce<number>((sum, bytes) => sum + Number(bytes), 0) / 1024;
}

/** Memory and idle times of servers are looked at five times as often as usual, so that it happens meanwhile. */
async function idleCpu({ root }: Bench): Promise<number> {
	const script = join(root, "scripts/bench/lsp/idle-servers-once.ts");
	const { stdout, stderr, exitCode } = await runCommand([process.execPath, script, "10", "10000", "6000"]);
	if (exitCode !== 0) throw new Error(`idle-servers-once failed:\n${stderr}`);
	return JSON.parse(stdout).cpuMs;
}

async function addedToPrompt(bench: Bench, prompt: readonly string[]): Promise<Added> {
	const cwd = join(bench.scratch, "with-server");
	await Bun.write(join(cwd, "package.json"), "{}\n");
	await Bun.write(join(cwd, "tsconfig.json"), "{}\n");
	return measureAdded([bench.omp, ...prompt], { env: bench.env, base: bench.cwd, other: cwd, times: runs });
}
