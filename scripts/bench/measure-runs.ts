import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readPeakMegabytes } from "./process-memory.ts";

export interface Run {
	/** From start to end. */
	readonly wallMs: number;
	/** The most memory it held at once. */
	readonly peakMegabytes: number;
}

interface RunOptions {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly times?: number;
}

/** Runs a command several times, one after the other: the median of the times, and the most memory any run was seen with. */
export async function measureRuns(command: readonly string[], options: RunOptions): Promise<Run> {
	const { times = 15 } = options;
	// The first one warms the file cache and does not count.
	await wallTime(command, options);
	const walls: number[] = [];
	for (let count = 0; count < times; count++) walls.push(await wallTime(command, options));
	// Looking on costs time, so memory is measured in runs of its own.
	const peaks: number[] = [];
	const wanted = Math.ceil(times / 3);
	// A short run can be over before it was seen; that says nothing about its memory, so it is run again.
	for (let count = 0; peaks.length < wanted && count < 4 * wanted; count++) {
		const peak = await peakMemory(command, options);
		if (peak !== undefined) peaks.push(peak);
	}
	return { wallMs: median(walls), peakMegabytes: peaks.length > 0 ? Math.max(...peaks) : Number.NaN };
}

async function wallTime(command: readonly string[], options: RunOptions): Promise<number> {
	const startedAt = performance.now();
	const child = start(command, options);
	await child.exited;
	const wallMs = performance.now() - startedAt;
	await mustHaveWorked(command, child);
	return wallMs;
}

/** The system's own figure for an ended child is no use: it begins with the memory of the parent that started it. */
async function peakMemory(command: readonly string[], options: RunOptions): Promise<number | undefined> {
	const child = start(command, options);
	let peak = 0;
	while (child.exitCode === null && child.signalCode === null) {
		// A process on its way out reads as having none.
		peak = Math.max(peak, readPeakMegabytes(child.pid) ?? 0);
		await nextTurn();
	}
	await mustHaveWorked(command, child);
	return peak || undefined;
}

function start(command: readonly string[], { cwd, env }: RunOptions) {
	return Bun.spawn([...command], { cwd, env, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
}

async function mustHaveWorked(command: readonly string[], child: ReturnType<typeof start>): Promise<void> {
	if ((await child.exited) === 0) return;
	throw new Error(`${command.join(" ")} ended with code ${child.exitCode}: ${await text(child.stderr)}`);
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
