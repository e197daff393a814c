import { FolderWalk, type WalkScope } from "./folder-walk.ts";
import { Turns } from "./turns.ts";

/** Lists the files below a folder in batches, relative to it, unordered. */
export async function listFiles(
	scope: WalkScope,
	{ signal, onPaths }: { readonly signal: AbortSignal; readonly onPaths: (paths: readonly string[]) => void },
): Promise<void> {
	const turns = new Turns(signal);
	using walk = new FolderWalk(scope);
	walk.begin();
	for (let folder = walk.next(); folder; folder = walk.next()) {
		const { prefix, files } = folder;
		if (files.length > 0) onPaths(files.map(({ name }) => prefix + name));
		if (turns.isOver) await turns.next();
	}
}
