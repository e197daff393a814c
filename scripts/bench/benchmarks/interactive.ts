import type { Benchmark } from "../benchmark.ts";
import { startLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";
import { measureScreen, type ScreenFigures } from "../measure-screen.ts";
import { startModel } from "../model-process.ts";

/** The screen seen from outside: how soon it is there, how much is written, how quickly keys show. */
export const interactive: Benchmark = {
	name: "interactive",
	async run(bench) {
		await using model = await startModel(bench);
		const command = [bench.omp, ...model.selectors];
		const runs: ScreenFigures[] = [];
		for (let count = 0; count < 5; count++) runs.push(await measureScreen(command, bench));
		const of = (figure: keyof ScreenFigures) => median(runs.map((run) => run[figure]));
		return [
			{ name: "omp, first paint", value: of("firstPaintMs"), unit: "ms", limit: startLimits.firstPaint },
			{ name: "omp, settled", value: of("settledMs"), unit: "ms", limit: startLimits.settled },
			{ name: "omp, written until settled", value: of("bytes") / 1024, unit: "KB", limit: 20 },
			{ name: "omp, key echo", value: of("echoMs"), unit: "ms", limit: 8 },
			{ name: "omp, memory", value: of("megabytes"), unit: "MB", limit: 90 },
		];
	},
};
