import type { Benchmark } from "../benchmark.ts";
import { startLimits } from "../limits.data.ts";
import { loadedModules } from "../loaded-modules.ts";
import { measureRuns } from "../measure-runs.ts";

/** `omp --version` through the launcher. */
export const version: Benchmark = {
	name: "version",
	async run(bench) {
		const { wallMs, peakMegabytes } = await measureRuns([bench.omp, "--version"], bench);
		return [
			{
				name: "omp --version",
				value: wallMs,
				unit: "ms",
				limit: startLimits.version,
				notes: await loadedModules(bench, ["--version"]),
			},
			{ name: "omp --version, peak memory", value: peakMegabytes, unit: "MB" },
		];
	},
};
