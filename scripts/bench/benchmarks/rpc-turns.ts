import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { growthLimits } from "../limits.data.ts";
import { startOmp } from "../omp-over-pipes.ts";
import { megabytesOfTree } from "../process-memory.ts";
import { startTurns } from "../turns-model.ts";

const turns = 2000;
const warmTurns = 200;
/** What was freed is returned to the system some 100 ms later; until then it counts, though it is used again. */
const restMs = 500;

/** A host that sends one prompt after the other, each answered with one tool call, and pauses every 200. */
export const rpcTurns: Benchmark = {
	name: "rpc-turns",
	async run(bench) {
		await using model = await startTurns(bench, { callsPerPrompt: 1, contextWindow: 200_000 });
		await using omp = await startOmp(bench, model.selectors);
		const working: number[] = [];
		const resting: number[] = [];
		for (let turn = 1; turn <= turns; turn++) {
			await omp.prompt(`part ${turn}`);
			if (turn % warmTurns !== 0) continue;
			working.push(await megabytesOfTree(omp.pid));
			await Bun.sleep(restMs);
			resting.push(await megabytesOfTree(omp.pid));
		}
		await rm(join(bench.env.HOME ?? "", ".omp/agent/sessions"), { recursive: true, force: true });
		const growth = (seen: readonly number[]) => Math.max(...seen) / (seen[0] ?? 0);
		const list = (seen: readonly number[]) => seen.map((megabytes) => megabytes.toFixed(0)).join(", ");
		return [
			{
				name: "most memory in 2,000 RPC turns, at rest, to that after 200",
				value: growth(resting),
				unit: "×",
				limit: growthLimits.rpcTurns,
				notes: [`rpc-turns, MB at rest after each 200 turns: ${list(resting)}`],
			},
			{
				name: "most memory in 2,000 RPC turns, without a pause, to that after 200",
				value: growth(working),
				unit: "×",
				notes: [`rpc-turns, MB right after each 200 turns: ${list(working)}`],
			},
			{ name: "memory after 2,000 RPC turns, at rest", value: resting.at(-1) ?? 0, unit: "MB" },
		];
	},
};
