import type { NamedPath } from "../action.ts";
import type { Approval } from "../approval.ts";
import { resolveRealPath } from "../paths/resolve-links.ts";
import { type PathBase, resolvePath } from "../paths/resolve-path.ts";
import { classifySecrecy } from "./guarded-files.ts";

/** What it takes to read files: those that hold keys are asked about even where reading is allowed. */
export function readApproval(named: readonly NamedPath[], base: PathBase): Approval {
	for (const { requestedPath, path } of named) {
		// Nobody knows what it would read.
		if (path === undefined) return "exec";
		if (holdsKeys(path, base)) return { tier: "read", reason: `Holds keys: ${requestedPath}`, override: true };
	}
	return "read";
}

/** Whether a file holds keys or secrets, under the name it was given or behind its links. */
export function holdsKeys(requestedPath: string, base: PathBase): boolean {
	const path = resolvePath(requestedPath, base);
	return (
		classifySecrecy(path, base.home) !== undefined || classifySecrecy(resolveRealPath(path), base.home) !== undefined
	);
}
