import { posix } from "node:path";

/** The `file:` address of an absolute path. */
export function pathToUri(path: string): string {
	return `file://${path.toWellFormed().split("/").map(encodeURIComponent).join("/")}`;
}

/** The normalized absolute path; `undefined` for an address that is no file of this machine. */
export function uriToPath(uri: string): string | undefined {
	const match = /^file:(?:\/\/(?:localhost)?)?(\/[^?#]*)/i.exec(uri);
	if (!match?.[1] || /^file:\/\/(?!localhost\/|\/)/i.test(uri)) return undefined;
	try {
		const path = decodeURIComponent(match[1]);
		return path.includes("\0") ? undefined : posix.normalize(path);
	} catch {
		// A broken percent-encoding names no file.
		return undefined;
	}
}
