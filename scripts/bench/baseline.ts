import { join } from "node:path";
import type { Bench, Figure } from "./benchmark.ts";
import { measureRuns } from "./measure-runs.ts";

/** What this machine needs for nothing at all, in the same run, to judge the other figures by. */
export async function baseline(bench: Bench): Promise<readonly Figure[]> {
	const empty = join(bench.scratch, "empty.js");
	await Bun.write(empty, "");
	const shell = await measureRuns(["sh", "-c", ""], bench);
	const evaluated = await measureRuns([process.execPath, "-e", "''"], bench);
	const script = await measureRuns([process.execPath, empty], bench);
	return [
		{ name: "baseline: sh -c ''", value: shell.wallMs, unit: "ms" },
		{ name: "baseline: bun -e ''", value: evaluated.wallMs, unit: "ms" },
		{ name: "baseline: empty script", value: script.wallMs, unit: "ms" },
		{ name: "baseline: empty script, peak memory", value: script.peakMegabytes, unit: "MB" },
	];
}
