export interface FoundPath {
	/** Absolute; a folder ends in `/`. */
	readonly path: string;
	readonly modifiedMs: number;
}

/** Top-N of paths by modification time, without duplicates. Others are dropped at once. */
export class NewestPaths {
	readonly limit: number;
	#kept = new Map<string, FoundPath>();
	/** The oldest that was still in the top N. */
	#floor: FoundPath | undefined;
	#floorMs = Number.NEGATIVE_INFINITY;

	constructor(limit: number) {
		this.limit = limit;
	}

	/** Paths without a time are ignored. */
	add(root: string, path: string, modifiedMs: number): void {
		// Comparing times is cheaper than joining a hundred thousand paths.
		if (!(modifiedMs >= this.#floorMs)) return;
		const found = { path: root === "" ? path : `${root}/${path}`, modifiedMs };
		if (this.#floor && compare(found, this.#floor) > 0) return;
		this.#kept.set(found.path, found);
		if (this.#kept.size >= this.limit * 4) this.#trim();
	}

	/** In insertion order. */
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
