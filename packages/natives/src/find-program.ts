import { isAbsolute, relative } from "node:path";
import { realPathOrSame } from "@oh-my-pi/pi-utils/files/real-path-or-same";

/**
 * A program on `PATH`, but not one that a project brings: only folders with a full path count, and none below `cwd`. A folder of
 * packages, which `npm run` puts in front, counts where it belongs neither to `cwd` nor to a folder above it.
 */
export function findProgram(name: string, searchPath: string | undefined, cwd?: string): string | undefined {
	const folders = absoluteFolders(searchPath).filter((folder) => !isOfProject(folder, cwd));
	// An empty list would mean Bun's own.
	return folders.length === 0 ? undefined : (Bun.which(name, { PATH: folders.join(":") }) ?? undefined);
}

/** The folders of `PATH` that do not count for `cwd`. */
export function leftOutFolders(searchPath: string | undefined, cwd: string): readonly string[] {
	return absoluteFolders(searchPath).filter((folder) => isOfProject(folder, cwd));
}

function absoluteFolders(searchPath: string | undefined): readonly string[] {
	return (searchPath ?? "").split(":").filter((folder) => isAbsolute(folder));
}

const packageFolder = /\/node_modules\/\.bin\/?$/;

function isOfProject(folder: string, cwd: string | undefined): boolean {
	const hasPackages = packageFolder.test(folder);
	// Without a project nobody can tell whose packages they are.
	if (cwd === undefined) return hasPackages;
	// From the root folder everything is below.
	if (cwd !== "/" && isBelow(folder, cwd)) return true;
	if (!hasPackages) return false;
	const [real, realCwd] = [realPathOrSame(folder), realPathOrSame(cwd)];
	const owners = [folder, real].map((path) => path.replace(packageFolder, "") || "/");
	return isBelow(real, realCwd) || owners.some((owner) => isBelow(cwd, owner) || isBelow(realCwd, owner));
}

function isBelow(path: string, folder: string): boolean {
	const way = relative(folder, path);
	return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}
