import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sessionFileName } from "@oh-my-pi/pi-session/file-name";
import type { Bench, Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";
import { startModel } from "../model-process.ts";
import { startInTerminal } from "../omp-in-terminal.ts";

const messages = 10_000;
const lastWords = "the-last-words-of-all";

/** A session of ten thousand blocks that is gone on with: how soon it can be seen, and how quickly keys show then. */
export const resumeBlocks: Benchmark = {
	name: "resume-blocks",
	async run(bench) {
		await using model = await startModel(bench);
		const path = await makeSession(bench);
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

async function makeSession(bench: Bench): Promise<string> {
	const folder = join(bench.scratch, "long-session");
	await mkdir(folder, { recursive: true });
	const timestamp = new Date(Date.UTC(2026, 0, 1)).toISOString();
	const id = Bun.randomUUIDv7();
	const header = { type: "session", version: 3, id, timestamp, cwd: bench.cwd };
	const entries = Array.from({ length: messages }, (_, index) => ({
		type: "message",
		id: index.toString(16).padStart(8, "0"),
		parentId: index === 0 ? null : (index - 1).toString(16).padStart(8, "0"),
		timestamp,
		message: messageAt(index),
	}));
	const path = join(folder, sessionFileName(timestamp, id));
	await Bun.write(path, `${[header, ...entries].map((line) => JSON.stringify(line)).join("\n")}\n`);
	return path;
}

function messageAt(index: number): object {
	const text = index === messages - 1 ? lastWords : `Message ${index}. ${"Some **words** of it. ".repeat(15)}`;
	if (index % 2 === 0) return { role: "user", content: [{ type: "text", text }], timestamp: index };
	const usage = { input: 10, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 20, cost: noCost };
	return {
		role: "assistant",
		content: [{ type: "text", text }],
		api: "anthropic-messages",
		provider: "scripted",
		model: "claude",
		usage,
		stopReason: "stop",
		timestamp: index,
	};
}

const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
