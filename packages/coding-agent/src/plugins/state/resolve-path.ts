import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** As people write paths: with `~`, as URL, after an `@`, with spaces that look like others. `undefined` for `local://`. */
export function resolveUserPath(requestedPath: string, cwd: string, home: string): string | undefined {
	const text = requestedPath.replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ").replace(/^@(?=\/)/, "");
	if (text.startsWith("local://")) return undefined;
	if (text.startsWith("file://")) return fileURLToPath(text);
	return resolve(cwd, text.replace(/^~(?=$|\/)/, home));
}
