import type { FileFacts } from "@oh-my-pi/pi-natives/disk/file-facts";
import type { BytePath, ContentRef } from "../contract/node-state.ts";
import { type Columns, growColumns, hashBytes, makeColumns } from "./columns.ts";

/** Values of `kept`. */
export const keptBy = { nobody: 0, store: 1, git: 2 } as const;

/** Values of `flags`. */
export const flag = {
	/** Too much in it; only its presence is known. */
	excluded: 1,
	/** Changed so shortly before it was read that its times need not tell of another change. */
	fresh: 2,
	/** Git objects: its files are not listed. */
	objects: 4,
	/** Has another name. */
	linked: 8,
} as const;

/** No entry. */
export const nothing = 0;

const gitHashBytes = 20;

/** What is known of the files of a workspace: a tree of entries, each a number. */
export class KnownFiles {
	columns: Columns;
	/** Targets of symbolic links. */
	readonly targets = new Map<number, BytePath>();
	#names: Buffer;
	#namesLength = 0;
	/** Bytes of names that are no longer used. */
	#unusedBytes = 0;
	#buckets: Uint32Array;
	#free = nothing;
	/** Entry 0 is what roots are in. */
	#end = 1;
	#count = 0;

	constructor(capacity = 1024) {
		this.columns = makeColumns(capacity);
		this.#names = Buffer.alloc(capacity * 16);
		this.#buckets = new Uint32Array(capacity);
	}

	get count(): number {
		return this.#count;
	}

	/** One more than the largest entry. */
	get end(): number {
		return this.#end;
	}

	/** Entries of `parent` by name; `nothing` if there is none. Roots are in `nothing`, named by their path. */
	find(parent: number, name: Uint8Array, start = 0, end = name.length): number {
		const { columns } = this;
		let entry = this.#buckets[this.#bucket(parent, name, start, end)] ?? nothing;
		for (; entry !== nothing; entry = columns.next[entry] ?? nothing) {
			if (columns.parent[entry] === parent && this.#hasName(entry, name, start, end)) return entry;
		}
		return nothing;
	}

	add(parent: number, name: Uint8Array, start = 0, end = name.length): number {
		const entry = this.#takeFree();
		const { columns } = this;
		columns.parent[entry] = parent;
		this.#writeName(entry, name, start, end);
		this.#addToBucket(entry);
		const first = columns.child[parent] ?? nothing;
		columns.sibling[entry] = first;
		columns.previous[entry] = nothing;
		if (first !== nothing) columns.previous[first] = entry;
		columns.child[parent] = entry;
		this.#count++;
		return entry;
	}

	/** An entry without children. */
	remove(entry: number): void {
		const { columns } = this;
		this.#removeFromBucket(entry);
		const before = columns.previous[entry] ?? nothing;
		const after = columns.sibling[entry] ?? nothing;
		if (before === nothing) columns.child[columns.parent[entry] ?? nothing] = after;
		else columns.sibling[before] = after;
		if (after !== nothing) columns.previous[after] = before;
		this.targets.delete(entry);
		this.#unusedBytes += columns.nameLength[entry] ?? 0;
		columns.nameLength[entry] = 0;
		columns.mode[entry] = 0;
		columns.kept[entry] = 0;
		columns.flags[entry] = 0;
		columns.watch[entry] = 0;
		columns.child[entry] = nothing;
		columns.next[entry] = this.#free;
		this.#free = entry;
		this.#count--;
	}

	/** Removed entries have no mode. */
	isUsed(entry: number): boolean {
		return this.columns.mode[entry] !== 0;
	}

	name(entry: number): string {
		const at = this.columns.nameAt[entry] ?? 0;
		return this.#names.toString("latin1", at, at + (this.columns.nameLength[entry] ?? 0));
	}

	path(entry: number): BytePath {
		const parent = this.columns.parent[entry] ?? nothing;
		if (parent === nothing) return this.name(entry) as BytePath;
		const folder = this.path(parent);
		return `${folder === "/" ? "" : folder}/${this.name(entry)}` as BytePath;
	}

	/** The entry of a path, if it is in a root and known. */
	lookUp(path: BytePath): number {
		for (let root = this.columns.child[nothing] ?? nothing; root !== nothing; root = this.columns.sibling[root] ?? 0) {
			const name = this.name(root);
			if (path === name) return root;
			const prefix = name === "/" ? name : `${name}/`;
			if (!path.startsWith(prefix)) continue;
			let entry = root;
			for (const part of path.slice(prefix.length).split("/")) {
				entry = this.find(entry, Buffer.from(part, "latin1"));
				if (entry === nothing) return nothing;
			}
			return entry;
		}
		return nothing;
	}

	children(entry: number): number[] {
		const found: number[] = [];
		for (let at = this.columns.child[entry] ?? 0; at !== nothing; at = this.columns.sibling[at] ?? 0) found.push(at);
		return found;
	}

	/** Whether the times, size, mode and file are those that are known. */
	isAs(entry: number, facts: FileFacts): boolean {
		const { columns } = this;
		return (
			columns.changedNanos[entry] === facts.changedNanos &&
			columns.changedSeconds[entry] === facts.changedSeconds &&
			columns.modifiedNanos[entry] === facts.modifiedNanos &&
			columns.modifiedSeconds[entry] === facts.modifiedSeconds &&
			columns.size[entry] === facts.size &&
			columns.mode[entry] === facts.mode &&
			columns.inodeLow[entry] === facts.inodeLow &&
			columns.inodeHigh[entry] === facts.inodeHigh
		);
	}

	isSameFile(entry: number, facts: FileFacts): boolean {
		return this.columns.inodeLow[entry] === facts.inodeLow && this.columns.inodeHigh[entry] === facts.inodeHigh;
	}

	/** Known from the journal alone. */
	isWithoutFacts(entry: number): boolean {
		return this.columns.changedSeconds[entry] === 0 && this.columns.inodeLow[entry] === 0;
	}

	setFacts(entry: number, facts: FileFacts): void {
		const { columns } = this;
		columns.mode[entry] = facts.mode;
		columns.size[entry] = facts.size;
		columns.modifiedSeconds[entry] = facts.modifiedSeconds;
		columns.modifiedNanos[entry] = facts.modifiedNanos;
		columns.changedSeconds[entry] = facts.changedSeconds;
		columns.changedNanos[entry] = facts.changedNanos;
		columns.inodeLow[entry] = facts.inodeLow;
		columns.inodeHigh[entry] = facts.inodeHigh;
		this.setFlag(entry, flag.linked, facts.links > 1);
	}

	hasFlag(entry: number, which: number): boolean {
		return ((this.columns.flags[entry] ?? 0) & which) !== 0;
	}

	setFlag(entry: number, which: number, isSet: boolean): void {
		const flags = this.columns.flags[entry] ?? 0;
		this.columns.flags[entry] = isSet ? flags | which : flags & ~which;
	}

	content(entry: number): ContentRef | undefined {
		const kept = this.columns.kept[entry];
		if (kept === keptBy.nobody) return undefined;
		const at = entry * hashBytes;
		const hash = Buffer.from(this.columns.hash.buffer, at, kept === keptBy.git ? gitHashBytes : hashBytes);
		return kept === keptBy.git ? `g:${hash.toString("hex")}` : `s:${hash.toString("hex")}`;
	}

	setContent(entry: number, ref: ContentRef | undefined): void {
		this.columns.kept[entry] = ref === undefined ? keptBy.nobody : ref.startsWith("g:") ? keptBy.git : keptBy.store;
		if (ref !== undefined) this.columns.hash.set(Buffer.from(ref.slice(2), "hex"), entry * hashBytes);
	}

	/** The bytes of all names, for writing them down. */
	names(): Buffer {
		return this.#names.subarray(0, this.#namesLength);
	}

	#takeFree(): number {
		if (this.#free !== nothing) {
			const entry = this.#free;
			this.#free = this.columns.next[entry] ?? nothing;
			return entry;
		}
		if (this.#end === this.columns.parent.length) this.#grow();
		return this.#end++;
	}

	#grow(): void {
		this.columns = growColumns(this.columns, Math.ceil(this.columns.parent.length * 1.5));
		if (this.#buckets.length < this.columns.parent.length) this.#buckets = new Uint32Array(this.#buckets.length * 2);
		else this.#buckets.fill(0);
		for (let entry = 1; entry < this.#end; entry++) if (this.columns.nameLength[entry] !== 0) this.#addToBucket(entry);
	}

	#writeName(entry: number, name: Uint8Array, start: number, end: number): void {
		const length = end - start;
		if (this.#namesLength + length > this.#names.length) this.#moveNames(length);
		this.#names.set(name.subarray(start, end), this.#namesLength);
		this.columns.nameAt[entry] = this.#namesLength;
		this.columns.nameLength[entry] = length;
		this.#namesLength += length;
	}

	/** Makes room, without the names that are no longer used. */
	#moveNames(more: number): void {
		const old = this.#names;
		this.#names = Buffer.alloc((this.#namesLength - this.#unusedBytes + more) * 2);
		this.#namesLength = 0;
		this.#unusedBytes = 0;
		for (let entry = 1; entry < this.#end; entry++) {
			const at = this.columns.nameAt[entry] ?? 0;
			const length = this.columns.nameLength[entry] ?? 0;
			old.copy(this.#names, this.#namesLength, at, at + length);
			this.columns.nameAt[entry] = this.#namesLength;
			this.#namesLength += length;
		}
	}

	#hasName(entry: number, name: Uint8Array, start: number, end: number): boolean {
		const length = end - start;
		if (this.columns.nameLength[entry] !== length) return false;
		const at = this.columns.nameAt[entry] ?? 0;
		for (let index = 0; index < length; index++) if (this.#names[at + index] !== name[start + index]) return false;
		return true;
	}

	/** FNV-1a. */
	#bucket(parent: number, name: Uint8Array, start: number, end: number): number {
		let hash = Math.imul(parent ^ 0x811c9dc5, 0x01000193);
		for (let index = start; index < end; index++) hash = Math.imul(hash ^ (name[index] ?? 0), 0x01000193);
		return (hash ^ (hash >>> 15)) & (this.#buckets.length - 1);
	}

	#findBucket(entry: number): number {
		const at = this.columns.nameAt[entry] ?? 0;
		const end = at + (this.columns.nameLength[entry] ?? 0);
		return this.#bucket(this.columns.parent[entry] ?? nothing, this.#names, at, end);
	}

	#addToBucket(entry: number): void {
		const bucket = this.#findBucket(entry);
		this.columns.next[entry] = this.#buckets[bucket] ?? nothing;
		this.#buckets[bucket] = entry;
	}

	#removeFromBucket(entry: number): void {
		const bucket = this.#findBucket(entry);
		const { next } = this.columns;
		if (this.#buckets[bucket] === entry) {
			this.#buckets[bucket] = next[entry] ?? nothing;
			return;
		}
		for (let at = this.#buckets[bucket] ?? nothing; at !== nothing; at = next[at] ?? nothing) {
			if (next[at] === entry) {
				next[at] = next[entry] ?? nothing;
				return;
			}
		}
	}
}
