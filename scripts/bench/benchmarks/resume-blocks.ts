import type { Benchmark } from "../benchmark.ts";
import { lastWords, writeConversation } from "../long-conversation.ts";
import { median } from "../measure-runs.ts";
import { startModel } from "../model-process.ts";
import { startInTerminal } from "../omp-in-terminal.ts";

const messages = 10_000;

/** A session of ten thousand blocks that is gone on with: how soon it can be seen, and how quickly keys show then. */
export const resumeBlocks: Benchmark = {
	name: "resume-blocks",
	async run(bench) {
		await using model = await startModel(bench);
		const path = await writeConversation(bench, messages);
		const painted: number[] = [];
		const echoes: number[] = [];
		for (let round = 0; round < 5; round++) {
			await using omp = startInTerminal(bench, [...model.selectors, "--resume", path]);
			painted.push((await omp.shows(lastWords)) - omp.startedAt);
			await omp.watch.settle(500, () => false);
			echoes.push(await omp.watch.echo((key) => omp.type(key)));
		}
		return [
			{ name: "resuming 10,000 blocks to a painted screen", value: median(painted), unit: "ms", limit: 400 },
			{ name: "key echo in a resumed session", value: median(echoes), unit: "ms", limit: 8 },
		];
	},
};
