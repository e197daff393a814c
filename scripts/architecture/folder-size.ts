import { posix } from "node:path";
import { listFolders } from "./folder-size.data.ts";
import type { SourceTree, Violation } from "./source-tree.ts";

export const maxFiles = 20;

/** A folder reads like a table of contents: more files than that want subfolders with names. Tests and data count. */
export function checkFolderSize(
	tree: SourceTree,
	lists: readonly { readonly folder: string }[] = listFolders,
): Violation[] {
	const counts = new Map<string, number>();
	for (const path of tree.keys()) {
		if (!/^packages\/[^/]+\/src\//.test(path)) continue;
		const folder = posix.dirname(path);
		counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	const large = [...counts].filter(([, count]) => count > maxFiles);
	return [
		...large
			.filter(([folder]) => !lists.some((list) => list.folder === folder))
			.map(([folder, count]) => ({
				file: folder,
				message: `holds ${count} files, ${maxFiles} are allowed: group them in subfolders`,
			})),
		...lists
			.filter((list) => !large.some(([folder]) => folder === list.folder))
			.map(({ folder }) => ({
				file: "scripts/architecture/folder-size.data.ts",
				message: `${folder} holds no more than ${maxFiles} files: remove its line`,
			})),
	];
}
