import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Place } from "../expand/argument.ts";
import { isInFolder } from "../paths/is-in-folder.ts";

/** Whether the project's packages have a program of this name, so that it is not fetched. */
export function isInstalled(program: string, { folders, project }: Place): boolean {
	return folders.every((folder) => isAbove(folder, project, program));
}

function isAbove(folder: string, project: string, program: string): boolean {
	for (let at = folder; isInFolder(at, project); at = dirname(at)) {
		if (existsSync(join(at, "node_modules", ".bin", program))) return true;
		if (at === dirname(at)) return false;
	}
	return false;
}
