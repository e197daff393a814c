import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { memoryLimits } from "../limits.data.ts";
import { loadedModules } from "../loaded-modules.ts";
import { startModel } from "../model-process.ts";

/** What is loaded with every start: data, and functions that import the rest. */
const alwaysLoaded = /features\/memory\/(?:feature\.ts|settings\/|contract\/)/;

/** Memory while it is off, as it is by default. */
export const memoryOff: Benchmark = {
	name: "memory-off",
	async run(bench) {
		await using model = await startModel(bench);
		const cwd = join(bench.scratch, "without-memory");
		await Bun.write(join(cwd, "notes.md"), "# Notes\n");
		const loaded = await loadedModules({ ...bench, cwd }, ["-p", "hi", ...model.selectors]);
		if (!loaded.some((line) => line.includes("features/memory/feature.ts"))) {
			throw new Error("the list of sources is not complete");
		}
		const sizes = loaded.map((line) => {
			const [, path = "", bytes = "0"] = /^ {4}(\S*(?:packages\/memory|features\/memory)\/\S+) (\d+)$/.exec(line) ?? [];
			return alwaysLoaded.test(path) ? 0 : Number(bytes);
		});
		return [
			{
				name: "memory, sources loaded while it is off",
				value: sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024,
				unit: "KB",
				limit: memoryLimits.loadedOff,
			},
		];
	},
};
