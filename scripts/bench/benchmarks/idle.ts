import type { Benchmark } from "../benchmark.ts";
import { startModel } from "../model-process.ts";
import { startInTerminal } from "../omp-in-terminal.ts";

const idleMs = 10_000;

/** A screen that nobody touches: no processor time, no bytes. */
export const idle: Benchmark = {
	name: "idle",
	async run(bench) {
		await using model = await startModel(bench);
		await using omp = startInTerminal(bench, model.selectors);
		await omp.shows("Scripted");
		omp.type("hello\r");
		await omp.shows("Hello from the scripted model.");
		await omp.watch.settle(2000, () => false);
		const cpu = omp.cpuMs();
		const { bytes } = omp.watch;
		await Bun.sleep(idleMs);
		return [
			// Less than half a percent, the least that is shown as something.
			{ name: "idle for 10 s, CPU", value: omp.cpuMs() - cpu, unit: "ms", limit: 50 },
			{ name: "idle for 10 s, written", value: (omp.watch.bytes - bytes) / 1024, unit: "KB", limit: 0 },
		];
	},
};
