import { resolve } from "node:path";
import { mapIntoCopy } from "./isolated-copy.ts";

/** Where a session works: what relative and `~` paths are meant against. */
export interface PathBase {
	readonly cwd: string;
	readonly home: string;
}

/** The absolute path a model means. A bare `/` is the session's folder: it is never the whole disk that is wanted. */
export function resolvePath(requestedPath: string, base: PathBase): string {
	const path = requestedPath.startsWith("file://") ? pathOfFileUrl(requestedPath) : requestedPath;
	if (path === "/" || path === "") return base.cwd;
	const inHome = path === "~" || path.startsWith("~/");
	return mapIntoCopy(inHome ? resolve(base.home, `.${path.slice(1)}`) : resolve(base.cwd, path), base.cwd);
}

/** `file://` off the front, escapes decoded; a selector behind it stays. */
export function pathOfFileUrl(url: string): string {
	try {
		return Bun.fileURLToPath(url);
	} catch {
		// Models also write `file://relative/path`, which is no valid file URL.
		return url.slice("file://".length);
	}
}
