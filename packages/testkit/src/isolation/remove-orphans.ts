import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes the folders named `<prefix><pid>-…` of exited processes, because a killed run could not clean up. */
export function removeOrphans(directory: string, prefix: string): void {
	for (const name of readdirSync(directory)) {
		const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
		if (pid && !isAlive(Number(pid))) rmSync(join(directory, name), { recursive: true, force: true });
	}
}

/** Whether a process with that PID runs, of any user. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
