import { type Stats, statSync } from "node:fs";

/** What is at a path. What cannot be reached counts as missing: a circle of links, a part of the way that is no folder, or closed. */
export function statOrUndefined(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

/** Whether a path leads to a file or a folder; `undefined` for anything else and for nothing. */
export function fileOrFolder(path: string): "file" | "folder" | undefined {
	const stats = statOrUndefined(path);
	if (stats?.isDirectory()) return "folder";
	return stats?.isFile() ? "file" : undefined;
}
