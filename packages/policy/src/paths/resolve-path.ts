import { resolve } from "node:path";
import { mapIntoCopy } from "./isolated-copy.ts";

/** Where a session works: what relative and `~` paths are meant against. */
export interface PathBase {
	readonly cwd: string;
	readonly home: string;
	/** Where programs have a `/tmp` of their own. */
	readonly temporary?: PrivateTemporary | undefined;
	/** Where the user keeps keys; without it, the usual places below the home folder. */
	readonly keyPlaces?: PrivatePlaces | undefined;
}

/** Files and folders with keys or private text. */
export interface PrivatePlaces {
	/** Absolute. */
	readonly paths: readonly string[];
	/** The same with all that is below, as globs. */
	readonly patterns: readonly string[];
	/** Whether an absolute path is one of these or in one. */
	cover(path: string): boolean;
}

/** The temporary folder that programs of a session see in the place of the machine's. */
export interface PrivateTemporary {
	/** The file that a path means to programs. */
	findFile(path: string): string;
	/** What programs call a file; `undefined` for one that is not in their temporary folder. */
	findName(file: string): string | undefined;
}

/** Where a session works now. */
export function currentPlace(session: Omit<PathBase, "cwd"> & { readonly cwd: () => string }): PathBase {
	const { home, temporary, keyPlaces } = session;
	return { cwd: session.cwd(), home, ...(temporary && { temporary }), ...(keyPlaces && { keyPlaces }) };
}

/** The absolute path a model means. A bare `/` is the session's folder: it is never the whole disk that is wanted. */
export function resolvePath(requestedPath: string, base: PathBase): string {
	const path = requestedPath.startsWith("file://") ? pathOfFileUrl(requestedPath) : requestedPath;
	if (path === "/" || path === "") return base.cwd;
	const inHome = path === "~" || path.startsWith("~/");
	const absolute = mapIntoCopy(inHome ? resolve(base.home, `.${path.slice(1)}`) : resolve(base.cwd, path), base.cwd);
	return base.temporary?.findFile(absolute) ?? absolute;
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
