import { folderOpener } from "../folder/open-folder.ts";
import { FolderWalk, type HandedFolder, type WalkedFolder } from "../folder-walk.ts";
import type { GlobScope } from "../glob-scope.ts";
import { depthOf, type PathMatcher, pathMatcher } from "../path-matcher.ts";
import type { NewestPaths } from "./newest-paths.ts";

/** Walks a tree, one entry at a time, for the newest matches of a glob. */
export class NewestWalk implements Disposable {
	readonly #matches: PathMatcher;
	readonly #walk: FolderWalk;
	readonly #into: NewestPaths;
	#folder: WalkedFolder | undefined;
	/** Index of the next entry: files first, then folders. */
	#index = 0;
	/** Files and folders seen, matching or not. */
	seenCount = 0;

	constructor({ root, pattern, rules }: GlobScope, into: NewestPaths) {
		this.#matches = pathMatcher(pattern);
		this.#walk = new FolderWalk({ root, rules, ...depthOf(pattern) }, folderOpener());
		this.#into = into;
	}

	begin(): void {
		this.#walk.begin();
	}

	/** Continues until `isEnough`, which is checked after every entry and folder; returns whether there is more. */
	proceed(isEnough: () => boolean): boolean {
		for (;;) {
			if (this.#folder && !this.#lookAtEntries(this.#folder, isEnough)) return true;
			this.#folder = this.#walk.next();
			this.#index = 0;
			if (!this.#folder) return false;
			this.seenCount += this.#folder.files.length + this.#folder.folders.length;
			if (isEnough()) return true;
		}
	}

	/** Empty when there is too little to share. */
	handOver(): HandedFolder[] {
		return this.#walk.handOver();
	}

	takeOver(folders: readonly HandedFolder[]): void {
		this.#walk.takeOver(folders);
	}

	[Symbol.dispose](): void {
		this.#walk[Symbol.dispose]();
	}

	/** Returns whether it reached the end. */
	#lookAtEntries({ path, prefix, files, folders, modifiedMs }: WalkedFolder, isEnough: () => boolean): boolean {
		const count = files.length + folders.length;
		while (this.#index < count) {
			const index = this.#index++;
			const file = files[index];
			const entry = file ?? folders[index - files.length];
			if (entry && this.#matches(prefix, entry.name)) {
				this.#into.add(path, file ? entry.name : `${entry.name}/`, modifiedMs(entry));
			}
			if (isEnough()) return false;
		}
		return true;
	}
}
