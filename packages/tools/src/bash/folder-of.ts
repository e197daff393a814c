import { resolve } from "node:path";
import { mapIntoCopy } from "../shared/paths/isolated-copy.ts";
import type { BashDeps } from "./bash.ts";

/** Where a command runs that names this folder, or none. */
export function folderOf(given = "", deps: Pick<BashDeps, "cwd" | "home">): string {
	const cwd = deps.cwd();
	const path = /^~(?:\/|$)/.test(given) ? resolve(deps.home, `.${given.slice(1)}`) : resolve(cwd, given);
	return mapIntoCopy(path, cwd);
}
