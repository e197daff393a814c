import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Bench, Benchmark } from "../benchmark.ts";
import { reviewLimits } from "../limits.data.ts";
import { modelsYml } from "../model-process.ts";

const lines = 5000;
const runs = 5;
const title = "A null name crashes greet";

/** `omp review` of a 5,000-line diff against a scripted model: how long until it asks, and until it shows a finding. */
export const review: Benchmark = {
	name: "review",
	async run(bench) {
		const cwd = await largeChange(bench);
		const measured: Run[] = [];
		for (let run = 0; run < runs; run++) measured.push(await measureReview(bench, cwd));
		const lowest = (pick: (run: Run) => number) => Math.min(...measured.map(pick));
		const requests = measured[0]?.requests ?? 0;
		return [
			{
				name: "omp review, 5,000-line diff, first request",
				value: lowest(({ requestMs }) => requestMs),
				unit: "ms",
				limit: reviewLimits.firstRequest,
			},
			{
				name: "omp review, 5,000-line diff, first finding shown",
				value: lowest(({ findingMs }) => findingMs),
				unit: "ms",
				limit: reviewLimits.firstFinding,
				notes: [`omp review: a diff of 5,000 lines takes ${requests} requests, three parts at a time.`],
			},
			{
				name: "omp review, 5,000-line diff, CPU",
				value: lowest(({ cpuMs }) => cpuMs),
				unit: "ms",
				limit: reviewLimits.cpu,
			},
		];
	},
};

interface Run {
	readonly requestMs: number;
	readonly findingMs: number;
	readonly cpuMs: number;
	readonly requests: number;
}

/** The model answers at once: what is measured is omp's own time. */
async function measureReview(bench: Bench, cwd: string): Promise<Run> {
	const startedAt = performance.now();
	let requestMs: number | undefined;
	const finding = {
		title,
		body: "b",
		priority: "P2",
		confidence: 0.9,
		file_path: "big-0.ts",
		line_start: 1,
		line_end: 1,
	};
	await using model = await modelServer({
		otherwise(body) {
			requestMs ??= performance.now() - startedAt;
			const isFirst = Array.isArray(body.messages) && body.messages.length <= 2;
			return isFirst ? toolCall("report_finding", finding) : text("Fine.\nVerdict: correct");
		},
	});
	const agent = join(bench.env.HOME ?? "", ".omp/agent");
	await mkdir(agent, { recursive: true });
	await writeFile(join(agent, "models.yml"), modelsYml(model.url));
	const begun = performance.now();
	const child = Bun.spawn([bench.omp, "review", "--json", "-m", "scripted/claude"], {
		...{ cwd, env: { ...bench.env }, stdin: "ignore", stdout: "ignore", stderr: "pipe" },
	});
	let shown = "";
	let findingMs: number | undefined;
	const decoder = new TextDecoder();
	for await (const chunk of child.stderr) {
		shown += decoder.decode(chunk, { stream: true });
		if (findingMs === undefined && shown.includes(title)) findingMs = performance.now() - begun;
	}
	const code = await child.exited;
	if (code !== 0 || requestMs === undefined || findingMs === undefined) {
		throw new Error(`omp review ended with ${code}:\n${shown}`);
	}
	const usage = child.resourceUsage();
	return {
		requestMs: requestMs - (begun - startedAt),
		findingMs,
		cpuMs: Number(usage?.cpuTime.total ?? 0) / 1000,
		requests: model.requests.length,
	};
}

async function largeChange(bench: Bench): Promise<string> {
	const cwd = join(bench.scratch, "review");
	await mkdir(cwd, { recursive: true });
	const git = (...args: string[]) => runCommand(["git", ...args], { cwd, env: { ...bench.env } });
	await git("init", "-q");
	for (let file = 0; file < 10; file++) {
		const rows = Array.from(
			{ length: lines / 10 },
			(_, row) => `export const value${row} = compute(${file}, ${row});\n`,
		);
		await writeFile(join(cwd, `big-${file}.ts`), rows.join(""));
	}
	await git("add", "-A");
	return cwd;
}
