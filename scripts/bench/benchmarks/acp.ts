import type { Benchmark } from "../benchmark.ts";
import { firstAnswerMs } from "../first-answer.ts";
import { startLimits } from "../limits.data.ts";

const initialize = {
	jsonrpc: "2.0",
	id: 0,
	method: "initialize",
	params: { protocolVersion: 1, clientCapabilities: {} },
};

/** How long an editor waits for the first answer of an omp that it starts. */
export const acp: Benchmark = {
	name: "acp",
	async run(bench) {
		const value = await firstAnswerMs(bench, {
			args: ["acp"],
			request: initialize,
			answerHas: '"protocolVersion":1',
			times: 15,
		});
		return [{ name: "ACP initialize, from start", value, unit: "ms", limit: startLimits.acp }];
	},
};
