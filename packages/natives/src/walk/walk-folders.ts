import { FolderWalk, type WalkedFolder, type WalkScope } from "./folder-walk.ts";

/** About what is looked at in four milliseconds, with its times; after so much, others get their turn. */
const turnEntries = 2000;

/** Shows every folder of a tree, in no particular order. */
export async function walkFolders(
	scope: WalkScope,
	{ signal, show }: { readonly signal: AbortSignal; readonly show: (folder: WalkedFolder) => void },
): Promise<void> {
	signal.throwIfAborted();
	const walk = new FolderWalk(scope);
	walk.begin();
	let seen = 0;
	const count = (folder: WalkedFolder) => {
		seen += folder.files.length + folder.folders.length;
		show(folder);
	};
	while (walk.next(count)) {
		seen++;
		if (seen < turnEntries) continue;
		seen = 0;
		await othersTurn();
		signal.throwIfAborted();
	}
}

export function othersTurn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
