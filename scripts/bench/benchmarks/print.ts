import type { Benchmark } from "../benchmark.ts";
import { sizeLimits, startLimits } from "../limits.data.ts";
import { loadedModules } from "../loaded-modules.ts";
import { measureRuns } from "../measure-runs.ts";
import { startModel } from "../model-process.ts";

/** `omp -p hi` against the scripted model: one question, one answer. */
export const print: Benchmark = {
	name: "print",
	async run(bench) {
		await using model = await startModel(bench);
		const args = ["-p", "hi", ...model.selectors];
		const { wallMs, peakMegabytes } = await measureRuns([bench.omp, ...args], bench);
		return [
			{
				name: "omp -p hi",
				value: wallMs,
				unit: "ms",
				limit: startLimits.print,
				notes: await loadedModules(bench, args),
			},
			{ name: "omp -p hi, peak memory", value: peakMegabytes, unit: "MB", limit: sizeLimits.print },
		];
	},
};
