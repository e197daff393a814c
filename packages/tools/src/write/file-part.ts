import { lstatSync } from "node:fs";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { archiveKind } from "../formats/archives/open-archive.ts";
import { listPrefixes } from "./archive/archive-target.ts";
import { findDatabasePart } from "./sqlite/sqlite-target.ts";

/** The file on disk that a write changes: of `a.zip:dir/f.txt` the archive, of `a.db:t:1` the database. */
export function findFilePart(path: string, base: PathBase): string {
	// A file or link that is really called so is written as it stands.
	if (!path.includes(":") || isThere(resolvePath(path, base))) return path;
	return listPrefixes(path).find((prefix) => archiveKind(prefix)) ?? findDatabasePart(path) ?? path;
}

function isThere(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch {
		// Its name is too long, or a folder in it is a file.
		return false;
	}
}
