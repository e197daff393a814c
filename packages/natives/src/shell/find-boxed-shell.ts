import { basename } from "node:path";
import { listChildren, programName } from "../process/child-processes.ts";

/** The shell below the process that entered the box; 0 when it is not there or cannot be seen. */
export function findBoxedShell(pid: number, shellPath: string): number {
	const name = basename(shellPath).slice(0, maxNameLength);
	for (let level: readonly number[] = [pid], depth = 0; level.length > 0 && depth < maxDepth; depth++) {
		const found = level.find((candidate) => programName(candidate) === name);
		if (found !== undefined) return found;
		level = level.flatMap(listChildren);
	}
	return 0;
}

/** The kernel cuts names. */
const maxNameLength = 15;
/** The entrance, the first process of the box, the shell. */
const maxDepth = 5;
