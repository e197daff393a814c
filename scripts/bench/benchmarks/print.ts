import type { Benchmark } from "../benchmark.ts";
import { loadedModules } from "../loaded-modules.ts";
import { measureRuns } from "../measure-runs.ts";
import { startModel } from "../model-process.ts";

/** `omp -p hi` against the scripted model: one question, one answer. */
export const print: Benchmark = {
	name: "print",
	async run(bench) {
		await using model = await startModel(bench);
		const env = { ...bench.env, ...model.env };
		const { wallMs, peakMegabytes } = await measureRuns([bench.omp, "-p", "hi"], { ...bench, env });
		return [
			{
				name: "omp -p hi",
				value: wallMs,
				unit: "ms",
				limit: 120,
				notes: await loadedModules(bench, ["-p", "hi"], model.env),
			},
			{ name: "omp -p hi, peak memory", value: peakMegabytes, unit: "MB", limit: 90 },
		];
	},
};
