import { openSync, writeSync } from "node:fs";
import { runCases } from "./run-cases.ts";
import { findTarget } from "./targets.ts";

/** What the parent process asks for. */
export interface ChildTask {
	readonly target: string;
	readonly seed: number;
	readonly firstIndex: number;
	readonly endIndex: number;
	readonly seconds: number | undefined;
	/** Receives the current case and a count of runs, so that the parent sees one that never ends. */
	readonly progressPath: string;
	/** Run the input that is on stdin, as JSON, and nothing else. */
	readonly readsInput?: boolean;
}

if (import.meta.main) await runTask(JSON.parse(process.argv[2] ?? "{}"));

async function runTask(task: ChildTask): Promise<void> {
	const target = await findTarget(task.target);
	if (task.readsInput) {
		await target.run(JSON.parse(await Bun.stdin.text()));
		return;
	}
	const progress = openSync(task.progressPath, "w");
	const numbers = new Float64Array(2);
	const bytes = new Uint8Array(numbers.buffer);
	const endsAt = task.seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + task.seconds * 1000;
	const report = await runCases(target, {
		...task,
		isTimeUp: () => performance.now() >= endsAt,
		onRun: (index) => {
			numbers[0] = index;
			numbers[1] = (numbers[1] ?? 0) + 1;
			writeSync(progress, bytes, 0, bytes.length, 0);
		},
	});
	process.stdout.write(JSON.stringify(report));
}
