import { join } from "node:path";
import { IgnoreLevels, judgeEntry } from "./ignore-levels.ts";
import { byteText } from "./ignore-list.ts";

/** Tells which folders inside a folder a walk would pass over: `.git`, `node_modules`, and what ignore files name. */
export function ignoredFolders(folder: string): (name: string) => boolean {
	const isIgnored = ignoredEntries(folder);
	return (name) => name === ".git" || name === "node_modules" || isIgnored(name, true);
}

/** Tells which entries of a folder ignore files name: themselves, not a folder around them. */
export function ignoredEntries(folder: string): (name: string, isFolder: boolean) => boolean {
	const level = new IgnoreLevels().above(join(folder, "entry"));
	if (!level) return () => false;
	const bytes = byteText(`${folder}/`);
	return (name, isFolder) => judgeEntry(level, { folder: bytes, name: byteText(name), isFolder }) === "ignored";
}
