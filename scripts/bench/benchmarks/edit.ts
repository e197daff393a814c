import { join } from "node:path";
import { hashlineEditTool } from "@oh-my-pi/pi-tools/edit/modes";
import { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import { EditMemory } from "@oh-my-pi/pi-tools/services/edit-memory";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";

const lineCount = 50_000;
const times = 15;

/** One hashline edit of a large file: read, checked, changed in three places and written. */
export const edit: Benchmark = {
	name: "edit",
	async run(bench) {
		const path = join(bench.scratch, "large.ts");
		const lines = Array.from({ length: lineCount }, (_, index) => `\tconst value${index} = compute(${index}, "text");`);
		await Bun.write(path, `${lines.join("\n")}\n`);
		const snapshots = new SnapshotStore();
		const tool = hashlineEditTool({
			cwd: () => bench.scratch,
			home: bench.scratch,
			snapshots,
			memory: new EditMemory(),
			fuzzyMatch: () => ({ fuzzy: true, threshold: 0.95 }),
		});
		const call = { id: "bench", signal: new AbortController().signal, onProgress: () => {} };
		let header = `[large.ts#${snapshots.record(path, await Bun.file(path).text(), "all")}]`;
		const walls: number[] = [];
		for (let count = 0; count < times; count++) {
			const input = [
				header,
				`PUT ${100 + count}:`,
				`+new ${count}`,
				`CUT ${40_000 + count}`,
				"PUT >$:",
				`+end ${count}`,
			];
			const startedAt = performance.now();
			const { content } = await tool.execute({ input: input.join("\n") }, call);
			walls.push(performance.now() - startedAt);
			header = String(content).split("\n")[0] ?? "";
		}
		return [
			{ name: "hashline edit, 50,000 lines", value: median(walls), unit: "ms", limit: 40 },
			{ name: "hashline edit, 50,000 lines, the first one", value: walls[0] ?? Number.NaN, unit: "ms" },
		];
	},
};
