import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { measureRuns } from "../measure-runs.ts";

/** What loading the providers, `models.yml` and one model's record costs a bundled start, over one that only reads a file. */
export const registry: Benchmark = {
	name: "registry",
	async run(bench) {
		const ai = join(bench.root, "packages/ai/src");
		const loading = `
			import { ModelRegistry } from "${ai}/models/registry/registry.ts";
			import { selectModel } from "${ai}/models/select/select.ts";
			import { builtInProviders } from "${ai}/providers/lists/providers.ts";
			const host = { cwd: ".", home: ".", env: { ANTHROPIC_API_KEY: "k" }, now: Date.now, newId: () => "id" };
			const registry = await ModelRegistry.load({ host, agentDir: ".", providers: builtInProviders });
			const selection = await selectModel("anthropic/claude-opus-4-8", registry);
			if (selection.kind !== "found") throw new Error(selection.message);
		`;
		const reading = `
			import { readFile } from "node:fs/promises";
			await readFile("nothing-here").catch(() => {});
		`;
		const wallMs = async (name: string, source: string) => {
			const file = await bundle(name, source, bench.scratch);
			return (await measureRuns([process.execPath, file], { cwd: bench.cwd, env: bench.env })).wallMs;
		};
		const base = await wallMs("reading", reading);
		const value = (await wallMs("loading", loading)) - base;
		return [{ name: "loading the registry", value, unit: "ms", limit: 15 }];
	},
};

async function bundle(name: string, source: string, scratch: string): Promise<string> {
	const entry = join(scratch, `${name}.ts`);
	await Bun.write(entry, source);
	const outdir = join(scratch, `${name}-bundle`);
	const { success, logs } = await Bun.build({ entrypoints: [entry], outdir, target: "bun", splitting: true });
	if (!success) throw new AggregateError(logs, `could not bundle ${name}`);
	return join(outdir, `${name}.js`);
}
