import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isolate } from "../../../packages/coding-agent/src/agents/isolation/isolate.ts";
import type { Benchmark } from "../benchmark.ts";
import { isolationLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";

const folders = 200;
const filesPerFolder = 100;
const times = 5;

/** A copy of a repository with 20,000 files for a sub-agent, and a result of 20 files merged into it. */
export const isolation: Benchmark = {
	name: "isolation",
	async run(bench) {
		const root = join(bench.scratch, "many-files");
		await plantRepository(root, bench.env);
		const copyMs: number[] = [];
		const mergeMs: number[] = [];
		for (let round = 0; round <= times; round++) {
			const begun = performance.now();
			const copy = await isolate({
				cwd: root,
				mode: "auto",
				id: "Bench",
				base: join(bench.scratch, "wt"),
				as: "patch",
				env: bench.env,
				now: () => 0,
			});
			const copied = performance.now();
			for (let index = 0; index < 20; index++) await writeFile(join(copy.path, `d${index}/f1.ts`), `round ${round}\n`);
			const changed = performance.now();
			const { isMerged } = await copy.merge();
			if (!isMerged) throw new Error("the result was not merged");
			// The first one warms the file cache.
			if (round > 0) {
				copyMs.push(copied - begun);
				mergeMs.push(performance.now() - changed);
			}
			await copy.discard();
		}
		return [
			{ name: "isolated copy of 20,000 files", value: median(copyMs), unit: "ms", limit: isolationLimits.copy },
			{ name: "merge of 20 changed files", value: median(mergeMs), unit: "ms" },
		];
	},
};

async function plantRepository(root: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
	for (let folder = 0; folder < folders; folder++) {
		await mkdir(join(root, `d${folder}`), { recursive: true });
		const writes = Array.from({ length: filesPerFolder }, (_, file) =>
			writeFile(join(root, `d${folder}/f${file}.ts`), `export const value${folder}_${file} = ${file};\n`.repeat(30)),
		);
		await Promise.all(writes);
	}
	const identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
	for (const args of [
		["init", "-q"],
		["add", "-A"],
		[...identity, "commit", "-qm", "files"],
	]) {
		await Bun.spawn(["git", ...args], { cwd: root, env, stdout: "ignore" }).exited;
	}
}
