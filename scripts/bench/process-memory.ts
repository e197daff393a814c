import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";

/** The most memory a running process has held since its program was started; `undefined` when it has ended. */
export function readPeakMegabytes(pid: number): number | undefined {
	const kilobytes = field(readStatus(pid), "VmHWM");
	return kilobytes === undefined ? undefined : kilobytes / 1024;
}

/** Resident memory of a process and everything below it, where the system has `/proc`. */
export async function megabytesOfTree(pid: number): Promise<number> {
	const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
	const processes = pids.map((candidate) => {
		const status = readStatus(candidate);
		return { pid: candidate, parentPid: field(status, "PPid") ?? 0, kilobytes: field(status, "VmRSS") ?? 0 };
	});
	const tree = new Set([pid]);
	// They come in no order; each pass finds the next generation.
	for (let size = 0; size < tree.size; ) {
		size = tree.size;
		for (const process of processes) if (tree.has(process.parentPid)) tree.add(process.pid);
	}
	const inTree = processes.filter((process) => tree.has(process.pid));
	return inTree.reduce((sum, process) => sum + process.kilobytes, 0) / 1024;
}

function readStatus(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/status`, "utf8");
	} catch {
		// It ended while we looked.
		return "";
	}
}

function field(status: string, name: string): number | undefined {
	const value = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1];
	return value === undefined ? undefined : Number(value);
}
