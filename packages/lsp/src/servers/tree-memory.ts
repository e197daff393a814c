import { readdirSync, readFileSync } from "node:fs";
import { residentBytes } from "@oh-my-pi/pi-natives/process/process-memory";

const maxProcesses = 200;

/** Resident memory of a process and its descendants, for many servers only pass messages on. `undefined` when it has exited. */
export function treeResidentBytes(pid: number): number | undefined {
	const pids = [pid];
	// The list grows while it is walked.
	for (const parent of pids) if (pids.length < maxProcesses) pids.push(...findChildren(parent));
	const sizes = pids.flatMap((member) => residentBytes(member) ?? []);
	return sizes.length === 0 ? undefined : sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Each thread lists those that it started. */
function findChildren(pid: number): number[] {
	try {
		return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
			readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number),
		);
	} catch {
		// It has exited, or the system has no such list.
		return [];
	}
}
