import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { startOmp } from "../omp-over-pipes.ts";
import { megabytesOfTree } from "../process-memory.ts";
import { startTurns } from "../turns-model.ts";

const turns = 10_000;
const turnsPerPrompt = 100;
const warmTurns = 500;

/** A day's work in one go: memory at the end compared with memory once everything is warm. */
export const soak: Benchmark = {
	name: "soak",
	async run(bench) {
		await using model = await startTurns(bench, { callsPerPrompt: turnsPerPrompt - 1, contextWindow: 48_000 });
		await using omp = await startOmp(bench, model.selectors);
		let warm = Number.NaN;
		const seen: number[] = [];
		for (let done = turnsPerPrompt; done <= turns; done += turnsPerPrompt) {
			await omp.prompt(`part ${done / turnsPerPrompt}`);
			const megabytes = await megabytesOfTree(omp.pid);
			if (done === warmTurns) warm = megabytes;
			if (done % 1000 === 0) seen.push(megabytes);
		}
		await rm(join(bench.env.HOME ?? "", ".omp/agent/sessions"), { recursive: true, force: true });
		const end = seen.at(-1) ?? Number.NaN;
		return [
			{
				name: "memory after 10,000 turns to that after 500",
				value: end / warm,
				unit: "×",
				limit: 1.3,
				notes: [`soak: ${warm.toFixed(0)} MB after 500 turns, then ${seen.map((mb) => mb.toFixed(0)).join(", ")}`],
			},
			{ name: "memory after 10,000 turns", value: end, unit: "MB" },
		];
	},
};
