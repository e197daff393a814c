import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "./remove-tree.ts";

/** Removes this user's folders named `<prefix><pid>-…` of exited processes, because a killed run could not clean up. */
export function removeOrphans(directory: string, prefix: string): void {
	for (const name of readdirSync(directory)) {
		const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
		if (pid && !isAlive(Number(pid)) && isOwn(join(directory, name))) removeTree(join(directory, name));
	}
}

function isOwn(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.uid === process.geteuid?.();
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
