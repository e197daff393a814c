import type { FolderEntry } from "./folder-entry.ts";
import { type GlobScope, lookDespiteIgnores } from "./glob-scope.ts";
import { depthOf, pathMatcher, prefixOf } from "./path-matcher.ts";
import { walkFolders } from "./walk-folders.ts";

export interface GlobOptions {
	readonly signal: AbortSignal;
	/** Batches of paths relative to the root, in no particular order; folders end in `/`. */
	readonly onPaths: (paths: readonly string[]) => void;
}

/** Gives the files and folders below a root that match a glob. */
export function globFiles(scope: GlobScope, { signal, onPaths }: GlobOptions): Promise<void> {
	return lookDespiteIgnores(scope, async ({ root, rules, pattern }) => {
		const matches = pathMatcher(pattern);
		let seenCount = 0;
		await walkFolders(
			{ root, rules, ...depthOf(pattern) },
			{
				signal,
				show({ path, files, folders }) {
					seenCount += files.length + folders.length;
					const prefix = prefixOf(path, root);
					const isMatch = ({ name }: FolderEntry) => matches(prefix, name);
					const found = files.filter(isMatch).map(({ name }) => prefix + name);
					for (const { name } of folders.filter(isMatch)) found.push(`${prefix}${name}/`);
					if (found.length > 0) onPaths(found);
				},
			},
		);
		return seenCount;
	});
}
