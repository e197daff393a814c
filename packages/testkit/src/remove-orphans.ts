import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes the folders named `<prefix><pid>-…` whose process is gone: a run that was killed could not clean up itself. */
export function removeOrphans(directory: string, prefix: string): void {
	for (const name of readdirSync(directory)) {
		const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
		if (pid && !isAlive(Number(pid))) rmSync(join(directory, name), { recursive: true, force: true });
	}
}

/** Whether a process of that number runs, be it ours or somebody else's. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
