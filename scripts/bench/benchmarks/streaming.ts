import type { Benchmark } from "../benchmark.ts";
import { startInTerminal } from "../omp-in-terminal.ts";
import { startScripted } from "../scripted-process.ts";

const sampleMs = 50;

/** A megabyte of Markdown that arrives piece by piece: what it costs, and whether the end costs more than the beginning. */
export const streaming: Benchmark = {
	name: "streaming",
	async run(bench) {
		await using model = await startScripted(bench, "serve-markdown.ts");
		await using omp = startInTerminal(bench, model.selectors);
		await omp.shows("Bench");
		await omp.watch.settle(500, () => false);
		const before = omp.cpuMs();
		const samples: number[] = [];
		const timer = setInterval(() => samples.push(omp.cpuMs()), sampleMs);
		omp.type("go\r");
		await omp.shows("The-very-end.", 120_000);
		await omp.watch.settle(300, () => false);
		clearInterval(timer);
		const total = omp.cpuMs() - before;
		const quarter = Math.floor(samples.length / 4);
		const spent = (from: number, to: number) => (samples[to] ?? 0) - (samples[from] ?? 0);
		const growth = spent(samples.length - 1 - quarter, samples.length - 1) / spent(quarter, 2 * quarter);
		return [
			{ name: "streaming 1 MB of Markdown, CPU", value: total, unit: "ms", limit: 1000 },
			{ name: "streaming, last quarter to second", value: growth, unit: "×", limit: 1.5 },
			{ name: "streaming, written", value: omp.watch.bytes / 1024, unit: "KB" },
			{ name: "streaming, memory afterwards", value: await omp.megabytes(), unit: "MB" },
		];
	},
};
