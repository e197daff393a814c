import { stat } from "node:fs/promises";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { archiveKind } from "./open-archive.ts";

export interface ArchivePath {
	/** The archive as given, without what is behind it. */
	readonly requestedPath: string;
	readonly absolute: string;
	/** As given behind the colon; empty for the archive as a whole. */
	readonly inner: string;
}

/** Takes `a.zip:dir/f.txt` apart where the part before a colon is an archive that exists. */
export async function findArchivePath(path: string, base: PathBase): Promise<ArchivePath | undefined> {
	for (let end = path.length; end > 0; end = path.lastIndexOf(":", end - 1)) {
		const requestedPath = path.slice(0, end);
		if (!archiveKind(requestedPath)) continue;
		const absolute = resolvePath(requestedPath, base);
		const facts = await stat(absolute).catch(() => undefined);
		if (facts?.isFile()) return { requestedPath, absolute, inner: path.slice(end + 1) };
	}
	return undefined;
}
