import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { growthLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";
import { startOmp } from "../omp-over-pipes.ts";
import { megabytesOfTree } from "../process-memory.ts";
import { startTurns } from "../turns-model.ts";

const turns = 2000;
const warmTurns = 200;
const samples = 5;
const sampleEvery = 20;

/** A host that sends one prompt after the other, each answered with one tool call. */
export const rpcTurns: Benchmark = {
	name: "rpc-turns",
	async run(bench) {
		await using model = await startTurns(bench, { callsPerPrompt: 1, contextWindow: 200_000 });
		await using omp = await startOmp(bench, model.selectors);
		const seen: number[] = [];
		for (let turn = 1; turn <= turns; turn++) {
			await omp.prompt(`part ${turn}`);
			if (turn % sampleEvery === 0) seen.push(await megabytesOfTree(omp.pid));
		}
		await rm(join(bench.env.HOME ?? "", ".omp/agent/sessions"), { recursive: true, force: true });
		const first = warmTurns / sampleEvery - 1;
		const warm = median(seen.slice(first, first + samples));
		const end = median(seen.slice(-samples));
		const everyTwoHundred = seen.filter((_, index) => index % 10 === 9).map((megabytes) => megabytes.toFixed(0));
		return [
			{
				name: "memory after 2,000 RPC turns to that after 200",
				value: end / warm,
				unit: "×",
				limit: growthLimits.rpcTurns,
				notes: [`rpc-turns, MB after each 200 turns: ${everyTwoHundred.join(", ")}`],
			},
			{ name: "memory after 2,000 RPC turns", value: end, unit: "MB" },
		];
	},
};
