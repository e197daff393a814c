import { stat } from "node:fs/promises";
import { type PathBase, resolvePath } from "../paths/resolve-path.ts";
import { archiveKind } from "./open-archive.ts";

export interface ArchivePath {
	/** The archive as given, without what is behind it. */
	readonly given: string;
	readonly absolute: string;
	/** As given behind the colon; empty for the archive as a whole. */
	readonly inner: string;
}

/** Takes `a.zip:dir/f.txt` apart where the part before a colon is an archive that exists. */
export async function findArchivePath(path: string, base: PathBase): Promise<ArchivePath | undefined> {
	for (let end = path.length; end > 0; end = path.lastIndexOf(":", end - 1)) {
		const given = path.slice(0, end);
		if (!archiveKind(given)) continue;
		const absolute = resolvePath(given, base);
		const facts = await stat(absolute).catch(() => undefined);
		if (facts?.isFile()) return { given, absolute, inner: path.slice(end + 1) };
	}
	return undefined;
}
