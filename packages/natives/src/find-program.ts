import { isAbsolute, relative } from "node:path";

/**
 * A program on `PATH`, but not one that a project brings: only folders with a full path count, no folders of packages such as
 * `npm run` puts in front, and none below `cwd`.
 */
export function findProgram(name: string, searchPath: string | undefined, cwd?: string): string | undefined {
	const folders = (searchPath ?? "").split(":").filter((folder) => isAbsolute(folder) && !isOfProject(folder, cwd));
	// An empty list would mean Bun's own.
	return folders.length === 0 ? undefined : (Bun.which(name, { PATH: folders.join(":") }) ?? undefined);
}

function isOfProject(folder: string, cwd: string | undefined): boolean {
	if (/\/node_modules\/\.bin\/?$/.test(folder)) return true;
	// From the root folder everything is below.
	if (cwd === undefined || cwd === "/") return false;
	const way = relative(cwd, folder);
	return !way.startsWith("..") && !isAbsolute(way);
}
