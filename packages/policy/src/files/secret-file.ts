import { resolveRealPath } from "../paths/resolve-links.ts";
import { classifySecrecy } from "./guarded-files.ts";

/** Whether a file is a secret under the name it was given, behind its links, or as the database or archive that a member is in. */
export function isSecretFile(path: string, home: string): boolean {
	const outer = path.replace(/(?<=[^/]):[^/]*$/, "");
	return [...new Set([path, outer])].some(
		(name) => classifySecrecy(name, home) === "refused" || classifySecrecy(resolveRealPath(name), home) === "refused",
	);
}
