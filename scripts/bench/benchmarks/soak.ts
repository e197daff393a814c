import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";
import { startOmp } from "../omp-over-pipes.ts";
import { megabytesOfTree } from "../process-memory.ts";
import { startTurns } from "../turns-model.ts";

const turns = 10_000;
const turnsPerPrompt = 100;
const warmTurns = 500;
const samples = 5;

/** A day's work in one go: memory at the end compared with memory once everything is warm. */
export const soak: Benchmark = {
	name: "soak",
	async run(bench) {
		await using model = await startTurns(bench, { callsPerPrompt: turnsPerPrompt - 1, contextWindow: 48_000 });
		await using omp = await startOmp(bench, model.selectors);
		const seen: number[] = [];
		for (let done = turnsPerPrompt; done <= turns; done += turnsPerPrompt) {
			await omp.prompt(`part ${done / turnsPerPrompt}`);
			seen.push(await megabytesOfTree(omp.pid));
		}
		await rm(join(bench.env.HOME ?? "", ".omp/agent/sessions"), { recursive: true, force: true });
		// How full the context is at the end of a prompt is chance, so several are looked at.
		const first = warmTurns / turnsPerPrompt - 1;
		const warm = median(seen.slice(first, first + samples));
		const end = median(seen.slice(-samples));
		return [
			{
				name: "memory after 10,000 turns to that after 500",
				value: end / warm,
				unit: "×",
				limit: 1.3,
				notes: [`soak, MB after each 500 turns: ${everyFifth(seen).join(", ")}`],
			},
			{ name: "memory after 10,000 turns", value: end, unit: "MB" },
		];
	},
};

function everyFifth(megabytes: readonly number[]): string[] {
	return megabytes.filter((_, index) => index % 5 === 4).map((value) => value.toFixed(0));
}
