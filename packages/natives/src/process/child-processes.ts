import { readFileSync } from "node:fs";

/** What the main thread of a process has started and what runs still. Linux only; nothing elsewhere. */
export function listChildren(pid: number): readonly number[] {
	return readProc(pid, `task/${pid}/children`)
		.split(" ")
		.map(Number)
		.filter((child) => child > 0);
}

/** The kernel cuts names after 15 bytes. */
export function programName(pid: number): string {
	return readProc(pid, "comm").trim();
}

function readProc(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, "latin1");
	} catch {
		// It has ended.
		return "";
	}
}
