import type { Bench, Benchmark } from "../benchmark.ts";
import { startLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";

const times = 15;
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
		// The first one warms the file cache and does not count.
		await firstAnswer(bench);
		const spans: number[] = [];
		for (let count = 0; count < times; count++) spans.push(await firstAnswer(bench));
		return [{ name: "ACP initialize, from start", value: median(spans), unit: "ms", limit: startLimits.acp }];
	},
};

async function firstAnswer({ omp, cwd, env }: Bench): Promise<number> {
	const startedAt = performance.now();
	const child = Bun.spawn([omp, "acp"], { cwd, env, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
	child.stdin.write(`${JSON.stringify(initialize)}\n`);
	await child.stdin.flush();
	let said = "";
	for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
		said += chunk;
		if (said.includes("\n")) break;
	}
	const span = performance.now() - startedAt;
	await child.stdin.end();
	await child.exited;
	if (!said.includes('"protocolVersion":1')) throw new Error(`omp acp answered ${said.slice(0, 200)}`);
	return span;
}
