import type { Bench } from "./benchmark.ts";
import { median } from "./measure-runs.ts";

/** How long an omp that is started as a server takes to answer its first line. The first start warms the file cache and does not count. */
export async function firstAnswerMs(
	{ omp, cwd, env }: Bench,
	server: {
		readonly args: readonly string[];
		readonly request: unknown;
		readonly answerHas: string;
		readonly times: number;
	},
): Promise<number> {
	const spans: number[] = [];
	for (let count = -1; count < server.times; count++) {
		const startedAt = performance.now();
		const child = Bun.spawn([omp, ...server.args], { cwd, env, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
		child.stdin.write(`${JSON.stringify(server.request)}\n`);
		await child.stdin.flush();
		let said = "";
		for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
			said += chunk;
			if (said.includes("\n")) break;
		}
		const span = performance.now() - startedAt;
		await child.stdin.end();
		await child.exited;
		if (!said.includes(server.answerHas)) {
			throw new Error(`omp ${server.args.join(" ")} answered ${said.slice(0, 200)}`);
		}
		if (count >= 0) spans.push(span);
	}
	return median(spans);
}
