import { mkdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

/** Files of a task that is over, with the index that knows their state. */
export interface KeptTree {
	readonly folder: string;
	readonly remote: string;
}

/**
 * Trees of tasks that are over, for the next tasks of the same repositories: putting back what a task has changed takes a fraction of
 * the time for making all files again, and some file systems get slow when many files come and go.
 */
export class TreePool {
	readonly #folder: string;
	readonly #most: number;
	readonly #kept: KeptTree[] = [];
	#count = 0;
	#isClosed = false;

	constructor(folder: string, most: number) {
		this.#folder = folder;
		this.#most = most;
	}

	get isClosed(): boolean {
		return this.#isClosed;
	}

	/** Nothing is kept any more. */
	close(): void {
		this.#isClosed = true;
	}

	/** Moves the files of one into the folder of an attempt. */
	take(remote: string, attempt: string): boolean {
		const at = this.#kept.findLastIndex((tree) => tree.remote === remote);
		const [tree] = at < 0 ? [] : this.#kept.splice(at, 1);
		if (!tree) return false;
		renameSync(join(tree.folder, "tree"), join(attempt, "tree"));
		renameSync(join(tree.folder, "index"), join(attempt, "base.git/index"));
		void ignoreFailure(rm(tree.folder, { recursive: true, force: true }), "it is empty");
		return true;
	}

	/** Keeps the files of an attempt that is over, and nothing of its repository. */
	give(remote: string, attempt: string): void {
		if (this.#isClosed) return;
		const folder = join(this.#folder, `kept-${++this.#count}`);
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		renameSync(join(attempt, "tree/.git"), join(attempt, "left.git"));
		renameSync(join(attempt, "base.git/index"), join(folder, "index"));
		renameSync(join(attempt, "tree"), join(folder, "tree"));
		this.#kept.push({ folder, remote });
		const [oldest] = this.#kept.length > this.#most ? this.#kept.splice(0, 1) : [];
		if (oldest) void ignoreFailure(rm(oldest.folder, { recursive: true, force: true }), "it goes with the worker");
	}
}
