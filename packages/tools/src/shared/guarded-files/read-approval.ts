import { type ToolApproval, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { realPathOf } from "../paths/resolve-links.ts";
import { type PathBase, resolvePath } from "../paths/resolve-path.ts";
import { splitSelector } from "../paths/selector.ts";
import { schemeOf } from "../paths/uri.ts";
import { secrecyOf } from "./guarded-files.ts";

/** Refuses to read keys and the memory of processes, under whatever name they were given. */
export function mustNotBeSecret(path: string, shown: string, home: string): void {
	if (isSecretFile(path, home))
		throw new ToolError(`'${shown}' holds secrets, which are not for tools. The user can look at it in a terminal.`);
}

/** Whether a file is a secret under the name it was given, behind its links, or as the database or archive that a member is in. */
export function isSecretFile(path: string, home: string): boolean {
	const outer = path.replace(/(?<=[^/]):[^/]*$/, "");
	return [...new Set([path, outer])].some(
		(name) => secrecyOf(name, home) === "refused" || secrecyOf(realPathOf(name), home) === "refused",
	);
}

/** What it takes to read files: those that hold keys are asked about even where reading is allowed. */
export function readApproval(given: readonly string[], base: PathBase): ToolApproval {
	const found = given
		.filter((text) => typeof text === "string")
		.flatMap((text) => text.split(/[;,\s]+/).concat(text))
		.find((text) => schemeOf(text) === undefined && holdsKeys(text, base));
	return found === undefined ? "read" : { tier: "read", reason: `Holds keys: ${found}`, override: true };
}

function holdsKeys(text: string, base: PathBase): boolean {
	const path = resolvePath(splitSelector(text).path, base);
	return secrecyOf(path, base.home) !== undefined || secrecyOf(realPathOf(path), base.home) !== undefined;
}
