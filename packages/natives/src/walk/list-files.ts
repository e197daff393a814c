import type { WalkScope } from "./folder-walk.ts";
import { prefixOf } from "./path-matcher.ts";
import { walkFolders } from "./walk-folders.ts";

/** Gives the files below a folder in batches, relative to it, in no particular order. */
export function listFiles(
	scope: WalkScope,
	{ signal, onPaths }: { readonly signal: AbortSignal; readonly onPaths: (paths: readonly string[]) => void },
): Promise<void> {
	return walkFolders(scope, {
		signal,
		show({ path, files }) {
			if (files.length === 0) return;
			const prefix = prefixOf(path, scope.root);
			onPaths(files.map(({ name }) => prefix + name));
		},
	});
}
