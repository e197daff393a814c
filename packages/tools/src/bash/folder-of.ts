import { isAbsolute, relative, resolve } from "node:path";
import type { BashDeps } from "./bash.ts";

/** Where a command runs that names this folder, or none. */
export function folderOf(given = "", deps: Pick<BashDeps, "cwd" | "home">): string {
	return /^~(?:\/|$)/.test(given) ? resolve(deps.home, `.${given.slice(1)}`) : resolve(deps.cwd(), given);
}

/** Whether a path is a folder or in it; a relative one begins there. */
export function isInFolder(path: string, folder: string): boolean {
	const way = relative(folder, resolve(folder, path));
	return way === "" || (way !== ".." && !way.startsWith("../") && !isAbsolute(way));
}
