import type { Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";
import { startOmp } from "../omp-over-pipes.ts";
import { startTurns } from "../turns-model.ts";

/** How long a host waits for an answer that needs no work. */
export const rpc: Benchmark = {
	name: "rpc",
	async run(bench) {
		await using model = await startTurns(bench, { callsPerPrompt: 1, contextWindow: 200_000 });
		await using omp = await startOmp(bench, [...model.selectors, "--no-session"]);
		await omp.prompt("go");
		const spans: number[] = [];
		for (let count = 0; count < 300; count++) {
			const startedAt = performance.now();
			await omp.request("get_state");
			spans.push(performance.now() - startedAt);
		}
		return [{ name: "RPC round trip of get_state", value: median(spans.slice(50)), unit: "ms", limit: 2 }];
	},
};
