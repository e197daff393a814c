import type { KnownFiles } from "../known/known-files.ts";

/** So many questions are answered by going through all entries; then a table is cheaper. */
const maxSearches = 16;

/** Which entries are other names of the same file. Good for one look. */
export class Twins {
	readonly #known: KnownFiles;
	#searches = 0;
	#byInode: Map<number, number[]> | undefined;

	constructor(known: KnownFiles) {
		this.#known = known;
	}

	/** Entries of the same file under other names. */
	of(entry: number): number[] {
		const { inodeLow, inodeHigh } = this.#known.columns;
		const low = inodeLow[entry] ?? 0;
		const high = inodeHigh[entry];
		const isTwin = (other: number) =>
			inodeLow[other] === low && inodeHigh[other] === high && other !== entry && this.#known.isUsed(other);
		if (!this.#byInode && ++this.#searches > maxSearches) this.#byInode = this.#index();
		// An entry can be in it more than once, or have become another file.
		if (this.#byInode) return [...new Set(this.#byInode.get(low))].filter(isTwin);
		const found: number[] = [];
		for (let other = 1; other < this.#known.end; other++)
			if (inodeLow[other] === low && isTwin(other)) found.push(other);
		return found;
	}

	/** An entry is another file than before. */
	add(entry: number): void {
		if (this.#byInode) addTo(this.#byInode, this.#known.columns.inodeLow[entry] ?? 0, entry);
	}

	#index(): Map<number, number[]> {
		const index = new Map<number, number[]>();
		const { inodeLow } = this.#known.columns;
		for (let entry = 1; entry < this.#known.end; entry++) {
			if (this.#known.isUsed(entry)) addTo(index, inodeLow[entry] ?? 0, entry);
		}
		return index;
	}
}

function addTo(index: Map<number, number[]>, inode: number, entry: number): void {
	const entries = index.get(inode);
	if (entries) entries.push(entry);
	else index.set(inode, [entry]);
}
