import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** Enough to tell a running process from a later one with the same number. */
export interface ProcessIdentity {
	readonly pid: number;
	/** When the system says it was started; absent where that cannot be asked cheaply. */
	readonly startTime?: string;
	readonly machine: string;
}

export function thisProcess(): ProcessIdentity {
	const startTime = findStartTime(process.pid);
	return { pid: process.pid, machine: hostname(), ...(startTime !== undefined && { startTime }) };
}

/** `undefined` for a process on another machine, of which nothing can be said. */
export function isRunning(identity: ProcessIdentity): boolean | undefined {
	if (identity.machine !== hostname()) return undefined;
	if (!isAlive(identity.pid)) return false;
	const startTime = findStartTime(identity.pid);
	return startTime === undefined || identity.startTime === undefined || startTime === identity.startTime;
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Another user's process may not be signalled, and that answer already says that it lives.
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

function findStartTime(pid: number): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		// The command name may hold spaces and parentheses; fields are counted from its end. Start time is field 22.
		return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
	} catch {
		// Systems without /proc: the number alone has to do.
		return undefined;
	}
}
