import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";
import { startOmp } from "../omp-over-pipes.ts";
import { startTurns } from "../turns-model.ts";

const turns = 200;

/** What a turn with a tool call costs beyond the time the model and the network take, and whether that grows. */
export const turnOverhead: Benchmark = {
	name: "turns",
	async run(bench) {
		await using model = await startTurns(bench, { callsPerPrompt: turns, contextWindow: 2_000_000 });
		const perTurn: number[] = [];
		const growth: number[] = [];
		for (let round = 0; round < 3; round++) {
			await using omp = await startOmp(bench, model.selectors);
			const ends = await omp.prompt("go");
			const spans = ends.slice(1, turns).map((end, index) => end - (ends[index] ?? 0));
			perTurn.push(median(spans));
			growth.push(median(spans.slice(-50)) / median(spans.slice(0, 50)));
		}
		const wire = await roundTrip(model.url);
		await rm(join(bench.env.HOME ?? "", ".omp/agent/sessions"), { recursive: true, force: true });
		return [
			{ name: "overhead per tool turn", value: median(perTurn) - wire, unit: "ms", limit: 4 },
			{ name: "last 50 of 200 turns to first 50", value: median(growth), unit: "×", limit: 2 },
			{ name: "baseline: the model's own answer", value: wire, unit: "ms" },
		];
	},
};

/** The same model asked by a program that does nothing else, with a request of the size of the middle turns'. */
async function roundTrip(url: string): Promise<number> {
	const body = JSON.stringify({ tools: [], messages: "x".repeat(60_000) }).replace('"tools":[]', '"tools":[1]');
	const spans: number[] = [];
	for (let count = 0; count < 100; count++) {
		const startedAt = performance.now();
		const response = await fetch(`${url}/v1/messages`, { method: "POST", body });
		await response.text();
		spans.push(performance.now() - startedAt);
	}
	return median(spans);
}
