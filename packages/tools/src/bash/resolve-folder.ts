import { resolve } from "node:path";
import { mapIntoCopy } from "@oh-my-pi/pi-policy/paths/isolated-copy";
import type { BashDeps } from "./options.ts";

/** Where a command runs that names this folder, or none. */
export function resolveFolder(requestedPath = "", deps: Pick<BashDeps, "cwd" | "home">): string {
	const cwd = deps.cwd();
	const path = /^~(?:\/|$)/.test(requestedPath)
		? resolve(deps.home, `.${requestedPath.slice(1)}`)
		: resolve(cwd, requestedPath);
	return mapIntoCopy(path, cwd);
}
