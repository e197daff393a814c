import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Folders that hold no file at any depth, which a walk for files cannot know of. `known` are the folders it found, relative to
 * the root, which is "" itself; each is looked into only when it has more folders than are known.
 */
export function emptyFolders(root: string, known: ReadonlySet<string>, skip: (name: string) => boolean): string[] {
	const childCounts = new Map<string, number>();
	for (const folder of known) {
		if (folder === "") continue;
		const parent = parentOf(folder);
		childCounts.set(parent, (childCounts.get(parent) ?? 0) + 1);
	}
	const found: string[] = [];
	for (const folder of known) {
		if (countFolders(join(root, folder)) === (childCounts.get(folder) ?? 0)) continue;
		for (const name of foldersIn(join(root, folder))) {
			const path = folder ? `${folder}/${name}` : name;
			if (!known.has(path) && !skip(name)) found.push(...emptyTree(root, path));
		}
	}
	return found;
}

function parentOf(path: string): string {
	const slash = path.lastIndexOf("/");
	return slash === -1 ? "" : path.slice(0, slash);
}

/** Most file systems count a link per child folder and two for itself; where they do not, this is no number of folders. */
function countFolders(path: string): number {
	try {
		return statSync(path).nlink - 2;
	} catch {
		return -1;
	}
}

function foldersIn(path: string): string[] {
	return entriesOf(path)
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);
}

/** The folder and those in it when there is nothing but folders; else none. */
function emptyTree(root: string, path: string): string[] {
	const entries = entriesOf(join(root, path));
	if (entries.some((entry) => !entry.isDirectory())) return [];
	const inner = entries.map(({ name }) => emptyTree(root, `${path}/${name}`));
	return inner.some((tree) => tree.length === 0) ? [] : [path, ...inner.flat()];
}

function entriesOf(path: string): Dirent[] {
	try {
		return readdirSync(path, { withFileTypes: true });
	} catch {
		// A folder that cannot be read is not known to be empty, and counts as one with nothing to show.
		return [];
	}
}
