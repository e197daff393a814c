import { isAbsolute, relative, resolve } from "node:path";

/** Whether a path is a folder or in it; a relative one begins there. */
export function isInFolder(path: string, folder: string): boolean {
	const way = relative(folder, resolve(folder, path));
	return way === "" || (way !== ".." && !way.startsWith("../") && !isAbsolute(way));
}
