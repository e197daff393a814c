import { FolderWalk, type HandedFolder, type WalkedFolder } from "./folder-walk.ts";
import type { GlobScope } from "./glob-scope.ts";
import type { NewestPaths } from "./newest-paths.ts";
import { depthOf, type PathMatcher, pathMatcher, prefixOf } from "./path-matcher.ts";

/** Goes through a tree, one folder at a time, for the newest of what matches a glob. */
export class NewestWalk {
	readonly #root: string;
	readonly #matches: PathMatcher;
	readonly #walk: FolderWalk;
	readonly #into: NewestPaths;
	/** Files and folders seen, whether or not they match. */
	seenCount = 0;
	/** The same, with the folders looked into: a tree of empty ones is work too. */
	workCount = 0;

	constructor({ root, pattern, rules }: GlobScope, into: NewestPaths) {
		this.#root = root;
		this.#matches = pathMatcher(pattern);
		this.#walk = new FolderWalk({ root, rules, ...depthOf(pattern) });
		this.#into = into;
	}

	begin(): void {
		this.#walk.begin();
	}

	/** Looks into folders until it has seen about so many entries, and says whether there are more folders. */
	proceed(entryCount: number): boolean {
		const enough = this.workCount + entryCount;
		while (this.workCount < enough) {
			if (!this.#walk.next(this.#look)) return false;
		}
		return this.#walk.pendingCount > 0;
	}

	/** Nothing when there is too little to share. */
	handOver(): HandedFolder[] {
		return this.#walk.handOver();
	}

	takeOver(folders: readonly HandedFolder[]): void {
		this.#walk.takeOver(folders);
	}

	readonly #look = ({ path, files, folders, modifiedMs }: WalkedFolder): void => {
		const prefix = prefixOf(path, this.#root);
		for (const entry of files) {
			if (this.#matches(prefix, entry.name)) this.#into.add(path, entry.name, modifiedMs(entry));
		}
		for (const entry of folders) {
			if (this.#matches(prefix, entry.name)) this.#into.add(path, `${entry.name}/`, modifiedMs(entry));
		}
		this.seenCount += files.length + folders.length;
		this.workCount += files.length + folders.length + 1;
	};
}
