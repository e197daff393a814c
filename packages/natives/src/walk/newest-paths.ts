export interface FoundPath {
	/** Absolute; a folder ends in `/`. */
	readonly path: string;
	readonly modifiedMs: number;
}

/** The newest of any number of paths, each once. What cannot be among them is forgotten at once. */
export class NewestPaths {
	readonly limit: number;
	#kept = new Map<string, FoundPath>();
	/** The last that was still among the newest when it was last looked at. */
	#floor: FoundPath | undefined;
	#floorMs = Number.NEGATIVE_INFINITY;

	constructor(limit: number) {
		this.limit = limit;
	}

	/** What has no time is not there. */
	add(root: string, path: string, modifiedMs: number): void {
		// Joining a hundred thousand paths takes longer than comparing their times.
		if (!(modifiedMs >= this.#floorMs)) return;
		const found = { path: root === "" ? path : `${root}/${path}`, modifiedMs };
		if (this.#floor && compare(found, this.#floor) > 0) return;
		this.#kept.set(found.path, found);
		if (this.#kept.size >= this.limit * 4) this.#trim();
	}

	/** In the order they came. */
	get candidates(): Iterable<string> {
		return this.#kept.keys();
	}

	/** Newest first, and whether there were more. */
	page(): { found: readonly FoundPath[]; isCut: boolean } {
		const isCut = this.#floor !== undefined || this.#kept.size > this.limit;
		return { found: this.#newest(), isCut };
	}

	#newest(): FoundPath[] {
		return [...this.#kept.values()].sort(compare).slice(0, this.limit);
	}

	#trim(): void {
		const newest = this.#newest();
		this.#floor = newest.at(-1);
		this.#floorMs = this.#floor?.modifiedMs ?? this.#floorMs;
		this.#kept = new Map(newest.map((found) => [found.path, found]));
	}
}

function compare(a: FoundPath, b: FoundPath): number {
	return b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : Number(a.path > b.path));
}
