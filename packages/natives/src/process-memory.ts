import { readFileSync, writeFileSync } from "node:fs";

/** How much memory a process holds; `undefined` when it has ended or the system does not say it cheaply. */
export function residentBytes(pid: number): number | undefined {
	try {
		const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
		return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
	} catch {
		return undefined;
	}
}

/** When the memory of the machine runs out, this process and what it starts are ended before others. */
export function endsFirst(pid: number): void {
	try {
		writeFileSync(`/proc/${pid}/oom_score_adj`, "500");
	} catch {
		// Only Linux knows this, and one that has ended already needs it no more.
	}
}
