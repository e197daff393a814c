import { type Dirent, lstatSync, readdirSync } from "node:fs";
import type { EntryKind, FolderOpener } from "./folder-entry.ts";

export const openPlainFolder: FolderOpener = (path) => {
	const found = readEntries(path);
	return (
		found && {
			entries: found.map((entry, place) => ({ name: entry.name, kind: resolveKind(entry, path), place })),
			modifiedMs: ({ name }) => readFacts(`${path}/${name}`)?.mtimeMs ?? Number.NaN,
			close() {},
		}
	);
};

/** For file systems that do not report the kind of an entry with its name. */
export function askedKind(path: string): EntryKind {
	const facts = readFacts(path);
	if (facts?.isFile()) return "file";
	return facts?.isDirectory() ? "folder" : "other";
}

function readEntries(path: string): Dirent[] | undefined {
	try {
		return readdirSync(path, { withFileTypes: true });
	} catch {
		return undefined;
	}
}

function resolveKind(entry: Dirent, folder: string): EntryKind {
	if (entry.isFile()) return "file";
	if (entry.isDirectory()) return "folder";
	return entry.isSymbolicLink() ? "other" : askedKind(`${folder}/${entry.name}`);
}

function readFacts(path: string) {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch {
		// The folder became unreadable meanwhile.
		return undefined;
	}
}
