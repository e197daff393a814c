import type { NamedPath } from "../action.ts";
import type { Approval } from "../approval.ts";
import { type PathBase, resolvePath } from "../paths/resolve-path.ts";
import { isKeyFile } from "./is-key-file.ts";
import { namesBeforeColon } from "./names-before-colon.ts";

/** What it takes to read files: those that hold keys are asked about even where reading is allowed. */
export function readApproval(named: readonly NamedPath[], base: PathBase): Approval {
	for (const { requestedPath, path } of named) {
		const names = path === undefined ? undefined : namesBeforeColon(path);
		// Nobody knows what it would read.
		if (names === undefined) return "exec";
		if (names.some((name) => holdsKeys(name, base)))
			return { tier: "read", reason: `Holds keys: ${requestedPath}`, override: true };
	}
	return "read";
}

/** Whether a file holds keys or secrets, under the name it was given or behind its links. */
export function holdsKeys(requestedPath: string, base: PathBase): boolean {
	return isKeyFile(resolvePath(requestedPath, base), base);
}
