import { resolveRealPath } from "../paths/resolve-links.ts";
import { classifySecrecy, type SecretPlaces } from "./guarded-files.ts";
import { namesBeforeColon } from "./names-before-colon.ts";

/** Whether a file is a secret under the name it was given, behind its links, or as the database or archive that a member is in. */
export function isSecretFile(path: string, places: SecretPlaces): boolean {
	const names = namesBeforeColon(path);
	return (
		names === undefined ||
		names.some(
			(name) =>
				classifySecrecy(name, places) === "refused" || classifySecrecy(resolveRealPath(name), places) === "refused",
		)
	);
}
