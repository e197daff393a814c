import type { FolderEntry, FolderOpener, OpenFolder } from "./folder/folder-entry.ts";
import { openPlainFolder } from "./folder/open-plain-folder.ts";
import { listFolder, type PendingFolder } from "./folder-listing.ts";
import { type IgnoreLevel, IgnoreLevels, type IgnoreSource, sourcesOf } from "./ignore/ignore-levels.ts";
import type { WalkRules } from "./walk-rules.ts";

export interface WalkScope {
	/** Absolute. */
	readonly root: string;
	readonly rules: WalkRules;
	/** Maximum depth; unlimited if absent. */
	readonly maxDepth?: number;
}

/** A walked folder, without symlinks and special files. */
export interface WalkedFolder {
	/** Absolute. */
	readonly path: string;
	/** The folder's path relative to the root. */
	readonly prefix: string;
	readonly files: readonly FolderEntry[];
	readonly folders: readonly FolderEntry[];
	/** NaN if the entry is gone. */
	readonly modifiedMs: (entry: FolderEntry) => number;
}

/** A folder handed over to another walk of the same scope. */
export interface HandedFolder {
	readonly path: string;
	readonly depth: number;
	readonly ignoreSources: readonly IgnoreSource[];
}

interface DeepFolder extends PendingFolder {
	readonly depth: number;
}

/** Walks a tree, one folder at a time. */
export class FolderWalk implements Disposable {
	readonly #scope: WalkScope;
	readonly #levels = new IgnoreLevels();
	readonly #open: FolderOpener;
	#pending: DeepFolder[] = [];
	#opened: OpenFolder | undefined;

	/** Pass the fast `folderOpener` if modification times are needed; it takes longer to load. */
	constructor(scope: WalkScope, open: FolderOpener = openPlainFolder) {
		this.#scope = scope;
		this.#open = open;
	}

	begin(): void {
		const { root, rules } = this.#scope;
		this.#pending.push({ path: root, depth: 1, level: rules.respectIgnore ? this.#levels.above(root) : undefined });
	}

	/** The next readable folder, valid until the following call. */
	next(): WalkedFolder | undefined {
		this.#close();
		for (let pending = this.#pending.pop(); pending; pending = this.#pending.pop()) {
			this.#opened = this.#open(pending.path);
			if (this.#opened) return this.#look(pending, this.#opened);
		}
		return undefined;
	}

	[Symbol.dispose](): void {
		this.#close();
	}

	#look(pending: DeepFolder, { entries, modifiedMs }: OpenFolder): WalkedFolder {
		const { files, folders, level } = listFolder(entries, pending, this.#scope.rules, this.#levels);
		if (pending.depth < (this.#scope.maxDepth ?? Number.POSITIVE_INFINITY)) this.#goOn(pending, folders, level);
		return { path: pending.path, prefix: prefixOf(pending.path, this.#scope.root), files, folders, modifiedMs };
	}

	#close(): void {
		this.#opened?.close();
		this.#opened = undefined;
	}

	#goOn({ path, depth }: DeepFolder, folders: readonly FolderEntry[], level: IgnoreLevel | undefined): void {
		for (const { name } of folders) this.#pending.push({ path: `${path}/${name}`, depth: depth + 1, level });
	}

	/** Half of the remaining folders, from the end with the most below. */
	handOver(): HandedFolder[] {
		const count = Math.floor(this.#pending.length / 2);
		const handed = this.#pending.slice(0, count);
		this.#pending = this.#pending.slice(count);
		return handed.map(({ path, depth, level }) => ({ path, depth, ignoreSources: sourcesOf(level) }));
	}

	takeOver(folders: readonly HandedFolder[]): void {
		for (const { path, depth, ignoreSources } of folders) {
			this.#pending.push({ path, depth, level: this.#levels.from(ignoreSources) });
		}
	}
}

function prefixOf(folder: string, root: string): string {
	return folder === root ? "" : `${folder.slice(root.length + 1)}/`;
}
