import type { FolderEntry } from "./folder/folder-entry.ts";
import { FolderWalk } from "./folder-walk.ts";
import { type GlobScope, lookDespiteIgnores } from "./glob-scope.ts";
import { depthOf, pathMatcher } from "./path-matcher.ts";
import { Turns } from "./turns.ts";

export interface GlobOptions {
	readonly signal: AbortSignal;
	/** Batches of paths relative to the root, unordered; folders end in `/`. */
	readonly onPaths: (paths: readonly string[]) => void;
}

/** Finds the files and folders below a root that match a glob. */
export function globFiles(scope: GlobScope, options: GlobOptions): Promise<void> {
	return lookDespiteIgnores(scope, (chosen) => glob(chosen, options));
}

/** Returns the number of files and folders seen, matching or not. */
async function glob({ root, rules, pattern }: GlobScope, { signal, onPaths }: GlobOptions): Promise<number> {
	const matches = pathMatcher(pattern);
	const turns = new Turns(signal);
	using walk = new FolderWalk({ root, rules, ...depthOf(pattern) });
	walk.begin();
	let seenCount = 0;
	for (let folder = walk.next(); folder; folder = walk.next()) {
		const { prefix, files, folders } = folder;
		const isMatch = ({ name }: FolderEntry) => matches(prefix, name);
		const found = files.filter(isMatch).map(({ name }) => prefix + name);
		for (const { name } of folders.filter(isMatch)) found.push(`${prefix}${name}/`);
		if (found.length > 0) onPaths(found);
		seenCount += files.length + folders.length;
		if (turns.isOver) await turns.next();
	}
	return seenCount;
}
