import type { FolderEntry } from "./folder/folder-entry.ts";
import { type IgnoreLevel, type IgnoreLevels, isIgnoreSource, judgeEntry } from "./ignore/ignore-levels.ts";
import { byteText } from "./ignore/ignore-list.ts";
import type { WalkRules } from "./walk-rules.ts";

/** A folder still to be walked. */
export interface PendingFolder {
	/** Absolute. */
	readonly path: string;
	/** Ignore rules of the folders above. */
	readonly level: IgnoreLevel | undefined;
}

export interface FolderListing {
	/** Without symlinks and special files. */
	readonly files: readonly FolderEntry[];
	readonly folders: readonly FolderEntry[];
	/** Ignore rules for the folders in it. */
	readonly level: IgnoreLevel | undefined;
}

/** Lists a folder for a walk. */
export function listFolder(
	entries: readonly FolderEntry[],
	{ path, level: above }: PendingFolder,
	rules: WalkRules,
	levels: IgnoreLevels,
): FolderListing {
	const level = rules.respectIgnore ? loadLevel(path, entries, above, levels) : undefined;
	const subject = { folder: level ? byteText(`${path}/`) : "", name: "", isFolder: false };
	const files: FolderEntry[] = [];
	const folders: FolderEntry[] = [];
	const leftOut = rules.leftOut?.[path];
	for (const entry of entries) {
		const { name, kind } = entry;
		if (leftOut?.includes(name)) continue;
		if (kind === "other" || name === ".git" || (name === "node_modules" && !rules.nodeModules)) continue;
		subject.name = level ? byteText(name) : name;
		subject.isFolder = kind === "folder";
		const verdict = level && judgeEntry(level, subject);
		if (verdict === "ignored" || (verdict === undefined && !rules.hidden && name.startsWith("."))) continue;
		(subject.isFolder ? folders : files).push(entry);
	}
	return { files, folders, level };
}

function loadLevel(
	folder: string,
	entries: readonly FolderEntry[],
	above: IgnoreLevel | undefined,
	levels: IgnoreLevels,
): IgnoreLevel | undefined {
	const names: string[] = [];
	for (const { name } of entries) if (name.startsWith(".") && isIgnoreSource(name)) names.push(name);
	return names.length === 0 ? above : levels.below(above, { folder, names });
}
