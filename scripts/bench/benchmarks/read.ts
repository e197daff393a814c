import { open } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";

const times = 5;

/** The first lines of a file of 1 GB. */
export const read: Benchmark = {
	name: "read",
	async run(bench) {
		const path = join(bench.scratch, "large.txt");
		await writeLargeFile(path);
		const runs = [];
		for (let count = 0; count < times; count++) runs.push(await readOnce(bench.root, path));
		return [
			{ name: "read, 300 lines of 1 GB", value: median(runs.map(({ ms }) => ms)), unit: "ms", limit: 20 },
			{ name: "read, more memory", value: median(runs.map(({ megabytes }) => megabytes)), unit: "MB", limit: 20 },
		];
	},
};

async function writeLargeFile(path: string): Promise<void> {
	const chunk = Buffer.from("a line of text as it stands in many files\n".repeat(25_000));
	await using file = await open(path, "w");
	for (let bytes = 0; bytes < 1024 ** 3; bytes += chunk.length) await file.write(chunk);
}

async function readOnce(root: string, path: string): Promise<{ ms: number; megabytes: number }> {
	const { stdout, stderr, exitCode } = await runCommand([
		process.execPath,
		join(root, "scripts/bench/read-once.ts"),
		path,
	]);
	if (exitCode !== 0) throw new Error(`read-once failed:\n${stderr}`);
	return JSON.parse(stdout) as { ms: number; megabytes: number };
}
