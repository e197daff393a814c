import { resolveRealPath } from "../paths/resolve-links.ts";
import { classifySecrecy, type SecretPlaces } from "./guarded-files.ts";

/**
 * Whether reading an absolute path takes a question or is refused, under this name or behind its links. What a call did not name is
 * left alone then.
 */
export function isKeyFile(path: string, places: SecretPlaces): boolean {
	return classifySecrecy(path, places) !== undefined || classifySecrecy(resolveRealPath(path), places) !== undefined;
}
