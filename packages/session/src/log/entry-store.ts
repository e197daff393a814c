import { type BlobStore, mayHoldBlobReference } from "../blobs/blobs.ts";
import { entryLine, resolveBlobReferences } from "../blobs/prepare-entry.ts";
import type { SessionEntry, SessionHeader } from "../entry/entry.ts";
import { parseEntry } from "../entry/envelope.ts";
import type { ProblemList } from "../entry/problem.ts";
import { foldTitle } from "../entry/title.ts";
import { scanLog } from "../scan/scan-log.ts";
import type { SessionError } from "../session-error.ts";
import { asideName } from "../storage/file-name.ts";
import type { Storage } from "../storage/storage.ts";
import { writeError } from "../storage/storage-error.ts";
import { type EntryRecord, placeAfter } from "../tree/entry-record.ts";
import { LogIndexing } from "./index/log-indexing.ts";
import { describeLayout, Journal } from "./journal/journal.ts";
import { RecentEntries } from "./recent-entries.ts";

const RECENT_BYTES = 1 << 20;
const NOTHING = Buffer.alloc(0);
const NEWLINE = Buffer.from("\n");

export interface EntryStoreOptions {
	readonly storage: Storage;
	readonly blobs: BlobStore | undefined;
	readonly problems: ProblemList;
	/** All known entries, in file order. */
	readonly records: () => readonly EntryRecord[];
	/** Called with entries that another process has written. */
	readonly onForeign: (records: readonly EntryRecord[]) => void;
	/** Called when the file was replaced by one with this header. */
	readonly onHeader: (header: SessionHeader) => void;
	/** Called when an entry turns out to be unreadable. */
	readonly onDamaged: () => void;
	readonly timestamp: () => string;
	/** How much of the log the index covers; absent when no index is kept. */
	readonly indexedLength?: number;
}

/** Loads and stores entry bodies: in the file, or in memory until they can be written. */
export class EntryStore {
	readonly #recent = new RecentEntries(RECENT_BYTES);
	#journal: Journal | undefined;
	/** Entries that still have to be written. */
	#unsaved: EntryRecord[] = [];
	#error: SessionError | undefined;
	readonly #indexing: LogIndexing | undefined;

	constructor(
		private readonly options: EntryStoreOptions,
		journal?: Journal,
	) {
		this.#journal = journal;
		const { storage, records, indexedLength } = options;
		this.#indexing =
			indexedLength === undefined
				? undefined
				: new LogIndexing({ storage, records, journal: () => this.#journal }, indexedLength);
	}

	get journal(): Journal | undefined {
		return this.#journal;
	}

	/** The last write error, until a write succeeds. */
	get error(): SessionError | undefined {
		return this.#error;
	}

	load(record: EntryRecord): SessionEntry | undefined {
		const known = record.held ?? this.#recent.find(record);
		if (known || record.damaged || !this.#journal) return known;
		const line = this.#journal.read(record.offset, record.length);
		const entry = parseEntry(line);
		if (!entry) {
			this.#reportDamaged(record);
			return undefined;
		}
		const { blobs } = this.options;
		// Images are large and seldom read twice, so entries with images are not cached.
		if (blobs && mayHoldBlobReference(line)) return resolveBlobReferences(entry, blobs, this.#reportMissingBlob);
		this.#recent.keep(record, entry, record.length);
		return entry;
	}

	/**
	 * The line of an entry with its newline, as it is or will be in the file; empty for a damaged entry without text.
	 */
	readLine(record: EntryRecord): Buffer {
		if (record.held) return Buffer.from(entryLine(record.held, this.options.blobs));
		if (record.length === 0) return NOTHING;
		return Buffer.concat([this.#journal?.read(record.offset, record.length) ?? NOTHING, NEWLINE]);
	}

	/** Creates a file with all entries and continues with it. */
	create(path: string, header: string): boolean {
		try {
			const records = this.options.records();
			const lines = records.map((record) => this.readLine(record));
			const journal = Journal.create(this.options.storage, path, header, lines);
			this.#journal?.close();
			this.#journal = journal;
			let offset = 0;
			for (const [index, record] of records.entries()) offset = this.#place(record, offset, lines[index] ?? NOTHING);
			this.#unsaved = [];
			this.#error = undefined;
			return true;
		} catch (error) {
			this.noteFailure(error, path);
			return false;
		}
	}

	/** Appends an entry. On failure it stays in memory until the next attempt. */
	append(record: EntryRecord): void {
		this.#unsaved.push(record);
		this.writeUnsaved();
	}

	writeUnsaved(): void {
		const journal = this.#journal;
		if (!journal) return;
		try {
			this.#catchUp(journal);
			// One by one: while the disk is full, only the first one is prepared and tried.
			for (let record = this.#unsaved[0]; record; record = this.#unsaved[0]) {
				const line = this.readLine(record);
				const offset = journal.append(line);
				this.#unsaved.shift();
				if (offset === undefined) this.#locate(journal, record);
				else this.#place(record, offset, line);
			}
			this.#error = undefined;
		} catch (error) {
			this.noteFailure(error, journal.path);
		}
	}

	noteFailure(error: unknown, path: string): void {
		const failure = writeError(error, path);
		if (!this.#error) this.options.problems.add({ kind: "write-failed", message: failure.message });
		this.#error = failure;
	}

	/** Moves the file to another path. */
	move(path: string): void {
		this.#journal?.move(path);
	}

	/** Rewrites all entries atomically; `change` returns the same object for an unchanged entry. */
	rewrite(change: (entry: SessionEntry) => SessionEntry): void {
		const records = this.options.records();
		const changed = (record: EntryRecord) => {
			const entry = this.load(record);
			const next = entry && change(entry);
			return next === entry ? undefined : next;
		};
		const journal = this.#journal;
		if (!journal) {
			for (const record of records) record.held = changed(record) ?? record.held;
			return;
		}
		this.writeUnsaved();
		if (this.#error) throw this.#error;
		const places: Array<{ offset: number; length: number }> = [];
		let offset = 0;
		const rewriteLine = (record: EntryRecord): Buffer => {
			const next = changed(record);
			const line = next ? Buffer.from(entryLine(next, this.options.blobs)) : this.readLine(record);
			places.push({ offset, length: Math.max(0, line.length - 1) });
			offset += line.length;
			return line;
		};
		journal.replaceBody(records.values().map(rewriteLine));
		this.#recent.clear();
		for (const [index, record] of records.entries()) Object.assign(record, places[index]);
	}

	async flush(): Promise<void> {
		this.writeUnsaved();
		if (this.#error) throw this.#error;
		await this.#journal?.flush();
	}

	fsync(): void {
		this.writeUnsaved();
		if (this.#error) throw this.#error;
		this.#journal?.fsync();
	}

	close(): void {
		if (!this.#error) this.#indexing?.save();
		this.#indexing?.[Symbol.dispose]();
		this.#journal?.close();
		this.#journal = undefined;
	}

	/** Records the position of a line and returns the next one. */
	#place(record: EntryRecord, offset: number, line: Buffer): number {
		record.offset = offset;
		record.length = Math.max(0, line.length - 1);
		if (record.held && !mayHoldBlobReference(line)) this.#recent.keep(record, record.held, line.length);
		record.held = undefined;
		return offset + line.length;
	}

	/** Handles changes that other programs made to the file. */
	#catchUp(journal: Journal): void {
		const change = journal.outsideChange();
		if (change === "none") return;
		if (change === "grown") this.#locate(journal);
		else if (change === "missing") {
			journal.restore();
			this.#report("The session file was deleted and has been written again");
		} else this.#resync(journal);
	}

	/** Indexes the new lines of the file: the given record's, and those of other processes. */
	#locate(journal: Journal, appended?: EntryRecord): void {
		const foreign: EntryRecord[] = [];
		for (const found of placeAfter(journal.headEnd, journal.takeGrowth().entries)) {
			if (found.id !== appended?.id) foreign.push(found);
			else Object.assign(appended, { offset: found.offset, length: found.length, held: undefined });
		}
		if (foreign.length > 0) {
			this.options.onForeign(foreign);
			this.#report(`Another program has written ${foreign.length} entries to the session file`);
		}
	}

	/** The file was replaced or truncated: entries that only this process has are written again. */
	#resync(journal: Journal): void {
		const { storage } = this.options;
		const file = storage.openWriter(journal.path, { create: false });
		const scan = scanLog(file);
		if (!scan.header) {
			file.close();
			const aside = asideName(journal.path, this.options.timestamp(), "quarantined");
			storage.rename(journal.path, aside);
			journal.restore();
			this.#report(`The session file was overwritten with something else, now in ${aside}, and has been written again`);
			return;
		}
		const found = new Map(placeAfter(scan.headEnd, scan.entries).map((record) => [record.id, record]));
		const rescued: EntryRecord[] = [];
		for (const record of this.options.records()) {
			const place = found.get(record.id);
			if (!place && this.#rescue(record)) rescued.push(record);
			if (place) Object.assign(record, { offset: place.offset, length: place.length, held: undefined });
			found.delete(record.id);
		}
		this.#unsaved = [...rescued, ...this.#unsaved.filter((record) => record.held)];
		journal.adopt(file, describeLayout(scan));
		this.#recent.clear();
		this.options.onHeader(foldTitle(scan.header, scan.slot?.value));
		this.options.onForeign([...found.values()]);
		this.#report("Another program has replaced the session file; entries it did not have were added to it");
	}

	/** Keeps an entry in memory that the file has lost; true if this process must write it again. */
	#rescue(record: EntryRecord): boolean {
		if (record.held) return false;
		record.held = this.load(record);
		return record.held !== undefined && record.isOwn;
	}

	#report(message: string): void {
		this.options.problems.add({ kind: "changed-outside", message });
	}

	#reportDamaged(record: EntryRecord): void {
		record.damaged = true;
		this.options.onDamaged();
		const place = record.lineNumber === undefined ? "" : ` on line ${record.lineNumber}`;
		this.options.problems.add({
			kind: "damaged-entry",
			...(record.lineNumber !== undefined && { lineNumber: record.lineNumber }),
			message: `Entry ${record.id}${place} cannot be read and is left out`,
		});
	}

	readonly #reportMissingBlob = (reference: string): void => {
		this.options.problems.add({ kind: "missing-blob", message: `The content of ${reference} is missing` });
	};
}
