import { readFileSync } from "node:fs";

/** False once the process has ended, also if another one has its number now. */
export function isRunning(pid: number, started: string): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
	}
	return readStartTime(pid) === started;
}

/** Tells a process from a later one with the same number, where the system says when it started. */
export function readStartTime(pid: number): string {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		// Ended, and only waiting for its parent.
		return state === "Z" ? "ended" : (fields[18] ?? "");
	} catch {
		// Not Linux.
		return "";
	}
}
