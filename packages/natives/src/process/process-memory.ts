import { readFileSync, writeFileSync } from "node:fs";

/** Resident memory of a process; `undefined` when it has exited or the system does not report it cheaply. */
export function residentBytes(pid: number): number | undefined {
	try {
		const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
		return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
	} catch {
		return undefined;
	}
}

/** Makes the OOM killer choose this process and its children first. */
export function killFirstOnOom(pid: number): void {
	try {
		writeFileSync(`/proc/${pid}/oom_score_adj`, "500");
	} catch {
		// Only on Linux; an exited process does not need it.
	}
}
