import { join } from "node:path";
import { IgnoreLevels, verdictOf } from "./ignore-levels.ts";
import { byteText } from "./ignore-list.ts";

/** Tells which folders inside a folder a walk would pass over: `.git`, `node_modules`, and what ignore files name. */
export function ignoredFolders(folder: string): (name: string) => boolean {
	const level = new IgnoreLevels().above(join(folder, "entry"));
	const bytes = byteText(`${folder}/`);
	return (name) => {
		if (name === ".git" || name === "node_modules") return true;
		if (!level) return false;
		return verdictOf(level, { folder: bytes, name: byteText(name), isFolder: true }) === "ignored";
	};
}
