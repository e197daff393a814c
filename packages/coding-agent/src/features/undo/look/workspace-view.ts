import { readlinkSync } from "node:fs";
import {
	type EntryVisitor,
	emptyFacts,
	type FileFacts,
	factsReader,
	fileKind,
	folderKind,
	kindMask,
	linkKind,
} from "@oh-my-pi/pi-natives/disk/file-facts";
import { absent, type BytePath, type NodeState, pathBytes, toBytePath } from "../contract/node-state.ts";
import type { FileChange, NotCovered, UndoLimits } from "../contract/undo-engine.ts";
import { isObjectsFolder } from "../git/git-paths.ts";
import { flag, type KnownFiles, nothing } from "../known/known-files.ts";
import { exceedsLimits } from "./build-folder-size.ts";
import { buildFolderNames } from "./build-folders.data.ts";
import { FoundChanges } from "./found-changes.ts";
import type { Keeper } from "./keeper.ts";
import { isFresh, readState } from "./known-state.ts";
import type { NotCoveredFiles } from "./not-covered-files.ts";
import { Twins } from "./twins.ts";
import type { Dirty, Watches } from "./watches.ts";

export interface ViewOptions {
	readonly known: KnownFiles;
	/** Absolute; git folders outside the workspace among them. */
	readonly roots: readonly BytePath[];
	readonly gitFolders: readonly string[];
	/** Folders in the workspace that are none of its files. */
	readonly excluded: readonly BytePath[];
	readonly keeper: Keeper;
	readonly watches: Watches;
	readonly limits: UndoLimits;
	readonly now: () => number;
	readonly notCovered: NotCoveredFiles;
	/** A file of git objects that is there. */
	readonly onObject: (objects: BytePath, name: string) => void;
	/** Gives the event loop a chance now and then. */
	readonly pause: () => Promise<void>;
}

interface FileToRead {
	readonly entry: number;
	readonly path: BytePath;
	readonly before: NodeState;
	readonly inPlace: boolean;
}

export class TooManyFilesError extends Error {}

/** Compares the workspace with what is known of it, and brings that up to date. */
export class WorkspaceView {
	readonly #options: ViewOptions;
	readonly #reader = factsReader();
	/** For use while the other one lists a folder. */
	readonly #innerReader = factsReader();
	readonly #facts = emptyFacts();
	readonly #scanFacts = emptyFacts();
	/** Folders to list. */
	#folders: number[] = [];
	/** Files whose content must be read, with what they were. */
	#files: FileToRead[] = [];
	#found = new FoundChanges();
	#twins: Twins;
	#isFirst = false;
	/** File systems of the roots. */
	readonly #devices = new Set<number>();
	#look = 0;
	#entered = 0;

	constructor(options: ViewOptions) {
		this.#options = options;
		this.#twins = new Twins(options.known);
	}

	/** Looks at what changed. `isFirst`: at everything, without reading contents; what is there is no change then. */
	async look(options: { readonly isFirst?: boolean; readonly isWhole?: boolean } = {}): Promise<FileChange[]> {
		const { watches } = this.#options;
		const dirty = watches.take();
		this.#begin();
		this.#isFirst = options.isFirst ?? false;
		if (dirty && !options.isFirst && !options.isWhole) this.#examineDirty(dirty);
		else await this.#lookAtAll();
		await this.#listFolders();
		if (options.isFirst) return [];
		await this.#readFiles();
		return this.#found.list();
	}

	/** One path, for a file tool that is about to write there. */
	async lookAt(path: BytePath): Promise<FileChange[]> {
		this.#begin();
		const folder = this.#options.known.lookUp(path.slice(0, path.lastIndexOf("/")) as BytePath);
		if (folder === nothing || this.#isClosed(folder)) return [];
		this.#examine(folder, path.slice(path.lastIndexOf("/") + 1));
		await this.#listFolders();
		await this.#readFiles();
		return this.#found.list();
	}

	#begin(): void {
		this.#found = new FoundChanges();
		this.#files = [];
		this.#twins = new Twins(this.#options.known);
		this.#isFirst = false;
	}

	#examineDirty(dirty: Dirty): void {
		const { known } = this.#options;
		for (const [entry, names] of dirty.names) {
			if (!known.isUsed(entry)) continue;
			if (names === undefined) {
				this.#examineItself(entry);
				this.#folders.push(entry);
			} else for (const name of names) name === "" ? this.#examineItself(entry) : this.#examine(entry, name);
		}
		for (const entry of dirty.ended) {
			if (known.isUsed(entry)) this.#examineItself(entry);
			if (known.isUsed(entry)) this.#enter(entry);
		}
	}

	#examineItself(entry: number): void {
		const parent = this.#options.known.columns.parent[entry] ?? nothing;
		if (parent !== nothing) this.#examine(parent, this.#options.known.name(entry));
	}

	#examine(folder: number, name: string): void {
		const { known } = this.#options;
		// Removed by what was examined before.
		if (!known.isUsed(folder)) return;
		const bytes = Buffer.from(name, "latin1");
		const path = `${known.path(folder)}/${name}` as BytePath;
		const entry = known.find(folder, bytes);
		if (!this.#reader.read(pathBytes(path), this.#facts)) {
			if (entry !== nothing) this.#vanish(entry);
		} else this.#compare(folder, bytes, 0, bytes.length, this.#facts);
	}

	async #lookAtAll(): Promise<void> {
		const { known, roots } = this.#options;
		this.#look++;
		for (const root of roots) {
			const bytes = pathBytes(root);
			if (!this.#reader.read(bytes, this.#facts)) continue;
			let entry = known.find(nothing, bytes);
			if (entry === nothing) entry = known.add(nothing, bytes);
			this.#devices.add(this.#facts.device);
			known.setFacts(entry, this.#facts);
			if (isObjectsFolder(root, this.#options.gitFolders)) known.setFlag(entry, flag.objects, true);
			this.#enter(entry);
		}
		await this.#listFolders({ deep: true });
	}

	async #listFolders({ deep = false } = {}): Promise<void> {
		for (let entry = this.#folders.pop(); entry !== undefined; entry = this.#folders.pop()) {
			if (this.#options.known.isUsed(entry)) this.#list(entry, deep);
			await this.#options.pause();
		}
	}

	#list(folder: number, deep: boolean): void {
		const { known, limits } = this.#options;
		if (this.#isClosed(folder)) return;
		const path = known.path(folder);
		const look = ++this.#look;
		const visit: EntryVisitor = (block, start, end) => {
			const entered = this.#entered;
			const entry = this.#compare(folder, block, start, end, this.#scanFacts);
			if (entry === nothing) return;
			known.columns.seen[entry] = look;
			const isFolder = (this.#scanFacts.mode & kindMask) === folderKind;
			if (deep && isFolder && this.#entered === entered) this.#enter(entry);
		};
		const isRead = this.#reader.readFolder(pathBytes(path), this.#scanFacts, visit);
		if (!isRead) {
			this.#options.notCovered.set(path, { path, reason: "unreadable" });
			return;
		}
		for (const child of known.children(folder)) if (known.columns.seen[child] !== look) this.#vanish(child);
		if (known.count > limits.maxFiles) throw new TooManyFilesError(`More than ${limits.maxFiles} files`);
	}

	/** Gives the entry, or `nothing` for what is not kept track of. */
	#compare(folder: number, name: Uint8Array, start: number, end: number, facts: FileFacts): number {
		const { known, now } = this.#options;
		if (known.hasFlag(folder, flag.objects)) return this.#compareObject(folder, name, start, end, facts);
		const entry = known.find(folder, name, start, end);
		if (entry === nothing) return this.#appear(folder, name, start, end, facts);
		const isFolder = (facts.mode & kindMask) === folderKind;
		const isSame = known.isAs(entry, facts);
		if (isSame && !(known.hasFlag(entry, flag.fresh) && !isFolder)) return entry;
		if (((known.columns.mode[entry] ?? 0) & kindMask) !== (facts.mode & kindMask)) {
			this.#vanish(entry);
			return this.#appear(folder, name, start, end, facts);
		}
		if (isFolder) return this.#compareFolder(entry, facts);
		const before = readState(known, entry, this.#twins);
		const inPlace = known.isSameFile(entry, facts) || known.isWithoutFacts(entry);
		this.#dirtyTwins(entry);
		const isLinkKept = (facts.mode & kindMask) === linkKind;
		known.setFacts(entry, facts);
		known.setFlag(entry, flag.fresh, isFresh(facts, now()));
		// Perhaps it is another file now, with names of its own.
		if (facts.links > 1 && !inPlace) this.#markTwins(entry);
		if (isLinkKept) this.#readLink(entry, before);
		else if ((facts.mode & kindMask) === fileKind)
			this.#files.push({ entry, path: known.path(entry), before, inPlace });
		return entry;
	}

	#compareFolder(entry: number, facts: FileFacts): number {
		const { known } = this.#options;
		const before = readState(known, entry, this.#twins);
		const isSameFolder = known.isSameFile(entry, facts);
		known.setFacts(entry, facts);
		this.#found.add(known.path(entry), before, readState(known, entry, this.#twins), true);
		if (!isSameFolder) this.#enter(entry);
		return entry;
	}

	/** Folders of objects are known, so that they can be watched; their files are only handed on. */
	#compareObject(folder: number, name: Uint8Array, start: number, end: number, facts: FileFacts): number {
		const { known } = this.#options;
		if ((facts.mode & kindMask) !== folderKind) {
			let top = folder;
			let relative = Buffer.from(name.subarray(start, end)).toString("latin1");
			for (; known.hasFlag(known.columns.parent[top] ?? nothing, flag.objects); top = known.columns.parent[top] ?? 0) {
				relative = `${known.name(top)}/${relative}`;
			}
			this.#options.onObject(known.path(top), relative);
			return nothing;
		}
		let entry = known.find(folder, name, start, end);
		const isKnown = entry !== nothing && known.isSameFile(entry, facts);
		if (entry === nothing) entry = known.add(folder, name, start, end);
		known.setFacts(entry, facts);
		known.setFlag(entry, flag.objects, true);
		if (!isKnown) this.#enter(entry);
		return entry;
	}

	#appear(folder: number, name: Uint8Array, start: number, end: number, facts: FileFacts): number {
		const { known, now } = this.#options;
		const entry = known.add(folder, name, start, end);
		known.setFacts(entry, facts);
		known.setFlag(entry, flag.fresh, isFresh(facts, now()));
		const path = known.path(entry);
		switch (facts.mode & kindMask) {
			case folderKind:
				if (isObjectsFolder(path, this.#options.gitFolders)) known.setFlag(entry, flag.objects, true);
				else {
					this.#excludeIfNeeded(entry, path, facts);
					this.#found.add(path, absent, readState(known, entry, this.#twins));
				}
				this.#enter(entry);
				break;
			case linkKind:
				this.#readLink(entry, absent);
				break;
			case fileKind:
				if (facts.links > 1) this.#markTwins(entry);
				this.#files.push({ entry, path, before: absent, inPlace: false });
				break;
			default:
				this.#found.add(path, absent, { kind: "other" });
				this.#options.notCovered.set(path, { path, reason: "special" });
		}
		return entry;
	}

	#excludeIfNeeded(entry: number, path: BytePath, facts: FileFacts): void {
		const { known, limits, notCovered, excluded } = this.#options;
		if (excluded.includes(path)) {
			known.setFlag(entry, flag.excluded, true);
			return;
		}
		if (!this.#devices.has(facts.device)) notCovered.set(path, { path, reason: "other-file-system" });
		else if (buildFolderNames.has(known.name(entry)) && exceedsLimits(path, limits, this.#innerReader)) {
			notCovered.set(path, { path, reason: "build-folder" });
		} else return;
		known.setFlag(entry, flag.excluded, true);
	}

	#vanish(entry: number): void {
		const { known, watches, notCovered } = this.#options;
		for (const child of known.children(entry)) this.#vanish(child);
		const path = known.path(entry);
		this.#dirtyTwins(entry);
		if (!known.hasFlag(entry, flag.objects)) this.#found.vanished(path, readState(known, entry, this.#twins));
		watches.remove(entry, known.columns.watch[entry] ?? 0);
		notCovered.delete(path);
		known.remove(entry);
	}

	/** Watches a folder, and then lists it: what happens in between is seen twice rather than never. */
	#enter(entry: number): void {
		if (this.#isClosed(entry)) return;
		const { known, watches } = this.#options;
		const path = known.path(entry);
		this.#entered++;
		known.columns.watch[entry] = watches.add(entry, path, () =>
			this.#innerReader.readFolder(pathBytes(path), emptyFacts(), () => {}),
		);
		this.#folders.push(entry);
	}

	/** Nothing in it is of interest, or it is no folder. */
	#isClosed(entry: number): boolean {
		const { known } = this.#options;
		const isFolder = ((known.columns.mode[entry] ?? 0) & kindMask) === folderKind;
		return !isFolder || known.hasFlag(entry, flag.excluded);
	}

	#readLink(entry: number, before: NodeState): void {
		const { known } = this.#options;
		const path = known.path(entry);
		try {
			known.targets.set(entry, toBytePath(readlinkSync(pathBytes(path), { encoding: "buffer" })));
		} catch {
			// Gone meanwhile; the next look finds that.
			return;
		}
		this.#found.add(path, before, readState(known, entry, this.#twins));
	}

	/** A new name of a file: the others are links, too, from now on, and may have been written by this one. */
	#markTwins(entry: number): void {
		const { known } = this.#options;
		this.#twins.add(entry);
		if (this.#isFirst) return;
		for (const other of this.#twins.of(entry)) known.setFlag(other, flag.linked, true);
		this.#dirtyTwins(entry);
	}

	/** Other names of a file that was written in place, and possibly removed or replaced after that: nothing tells of them. */
	#dirtyTwins(entry: number): void {
		const { known } = this.#options;
		if (!known.hasFlag(entry, flag.linked)) return;
		for (const other of this.#twins.of(entry)) {
			const before = readState(known, other, this.#twins);
			const path = known.path(other);
			const otherFacts = emptyFacts();
			if (!this.#innerReader.read(pathBytes(path), otherFacts) || known.isAs(other, otherFacts)) continue;
			if (!known.isSameFile(other, otherFacts)) continue;
			known.setFacts(other, otherFacts);
			this.#files.push({ entry: other, path, before, inPlace: true });
		}
	}

	async #readFiles(): Promise<void> {
		const { known, keeper, limits, notCovered, pause } = this.#options;
		let budget = limits.maxSnapshotBytes;
		for (const { entry, path, before, inPlace } of this.#files) {
			// Gone since, and another one may have its number.
			if (!known.isUsed(entry) || known.path(entry) !== path) continue;
			const kept = keeper.keep(path, known.content(entry), budget);
			if (kept.ref === undefined && kept.reason === "absent") {
				// Nobody ever saw it.
				if (before.kind === "absent") known.remove(entry);
				continue;
			}
			const isOther = kept.ref === undefined || kept.ref !== known.content(entry);
			known.setContent(entry, kept.ref);
			if (kept.ref === undefined) notCovered.set(path, { path, reason: kept.reason as NotCovered["reason"] });
			else {
				notCovered.delete(path);
				known.columns.size[entry] = kept.size;
				if (isOther) budget -= kept.size;
			}
			this.#found.add(path, before, readState(known, entry, this.#twins), inPlace);
			await pause();
		}
	}
}
