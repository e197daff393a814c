import { resolve } from "node:path";
import type { BashDeps } from "./bash.ts";

/** Where a command runs that names this folder, or none. */
export function folderOf(given = "", deps: Pick<BashDeps, "cwd" | "home">): string {
	return /^~(?:\/|$)/.test(given) ? resolve(deps.home, `.${given.slice(1)}`) : resolve(deps.cwd(), given);
}
