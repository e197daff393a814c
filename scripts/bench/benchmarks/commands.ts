import type { Benchmark } from "../benchmark.ts";
import { startLimits } from "../limits.data.ts";
import { measureRuns } from "../measure-runs.ts";

/** What is answered without a session. */
export const commands: Benchmark = {
	name: "commands",
	async run(bench) {
		const help = await measureRuns([bench.omp, "--help"], bench);
		const configGet = await measureRuns([bench.omp, "config", "get", "theme.dark"], bench);
		return [
			{ name: "omp --help", value: help.wallMs, unit: "ms", limit: startLimits.help },
			{ name: "omp config get", value: configGet.wallMs, unit: "ms", limit: startLimits.configGet },
		];
	},
};
