import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { startInTerminal } from "../omp-in-terminal.ts";
import { startTurns } from "../turns-model.ts";

const prompts = 50;
const turnsPerPrompt = 100;
const warmPrompts = 5;

/**
 * Eight hours at the terminal without the pauses: 5,000 turns, one every six seconds of such a day, which make ten thousand
 * blocks. Memory at the end is compared with memory once everything is warm, and keys must show as quickly as ever.
 */
export const day: Benchmark = {
	name: "day",
	async run(bench) {
		await using model = await startTurns(bench, { callsPerPrompt: turnsPerPrompt - 1, contextWindow: 48_000 });
		await using omp = startInTerminal(bench, model.selectors);
		await omp.shows("Turns");
		await omp.watch.settle(500, () => false);
		const seen: number[] = [];
		for (let part = 1; part <= prompts; part++) {
			omp.type(`part ${part}\r`);
			await omp.shows("Done with that.", 120_000);
			await omp.watch.settle(100, () => false);
			if (part % warmPrompts === 0) seen.push(await omp.megabytes());
		}
		const echoMs = await omp.watch.echo((key) => omp.type(key));
		await rm(join(bench.env.HOME ?? "", ".omp/agent/sessions"), { recursive: true, force: true });
		const [warm = Number.NaN] = seen;
		const end = seen.at(-1) ?? Number.NaN;
		return [
			{ name: "key echo at 10,000 blocks", value: echoMs, unit: "ms", limit: 8 },
			{
				name: "memory after a day at the terminal",
				value: end / warm,
				unit: "×",
				limit: 1.3,
				notes: [`day: ${seen.map((megabytes) => megabytes.toFixed(0)).join(", ")} MB, every 500 turns`],
			},
		];
	},
};
