import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { writeLongSession } from "../long-session.ts";
import { median } from "../measure-runs.ts";
import { measureScreen, type ScreenFigures } from "../measure-screen.ts";
import { startModel } from "../model-process.ts";

/** Going on with a very long session, seen from outside. */
export const resume: Benchmark = {
	name: "resume",
	async run(bench) {
		await using model = await startModel(bench);
		const file = join(bench.scratch, "long.jsonl");
		const lastWords = await writeLongSession(file, { cwd: bench.cwd, megabytes: 200 });
		const command = [bench.omp, ...model.selectors, "--resume", file];
		// Written by somebody else, it has no index yet; omp leaves one behind whenever it has had a long session open.
		const first = await measureScreen(command, { ...bench, words: lastWords });
		const runs: ScreenFigures[] = [];
		for (let count = 0; count < 5; count++) runs.push(await measureScreen(command, { ...bench, words: lastWords }));
		await rm(file);
		const of = (figure: keyof ScreenFigures) => median(runs.map((run) => run[figure]));
		return [
			{ name: "resuming 200 MB, last screen", value: of("wordsMs"), unit: "ms", limit: 300 },
			{ name: "resuming 200 MB that omp never had open", value: first.wordsMs, unit: "ms" },
			{ name: "resuming 200 MB, memory", value: of("megabytes"), unit: "MB" },
		];
	},
};
