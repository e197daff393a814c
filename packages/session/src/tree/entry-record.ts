import type { SessionEntry } from "../entry/entry.ts";
import type { Envelope } from "../entry/envelope.ts";
import type { PathStep } from "./context.ts";

interface Place {
	readonly offset: number;
	readonly length: number;
	readonly lineNumber?: number;
	readonly damaged?: boolean;
}

/**
 * What is kept in memory of an entry. It implements `PathStep` itself, because a long session has tens of thousands of
 * entries and new objects for each path would be most of the garbage of a compaction.
 */
export class EntryRecord implements Envelope, PathStep {
	readonly type: string;
	readonly id: string;
	readonly parentId: string | null;
	readonly role: string | undefined;
	readonly about: string | undefined;
	readonly labels: Envelope["labels"];
	/** Offset of its line from the end of the header, so that a new header moves nothing. */
	offset: number;
	length: number;
	/** Known only for lines read from the file. */
	readonly lineNumber: number | undefined;
	damaged: boolean;
	/** The log that loads its line. */
	reader: { load(record: EntryRecord): SessionEntry | undefined } | undefined = undefined;

	constructor(
		envelope: Envelope,
		/** The entry itself until it is written. */
		public held: SessionEntry | undefined,
		place: Place,
		/** Appended by this process. */
		readonly isOwn: boolean,
	) {
		this.type = envelope.type;
		this.id = envelope.id;
		this.parentId = envelope.parentId;
		this.role = envelope.role;
		this.about = envelope.about;
		this.labels = envelope.labels;
		this.offset = place.offset;
		this.length = place.length;
		this.lineNumber = place.lineNumber;
		this.damaged = place.damaged ?? false;
	}

	entry(): SessionEntry | undefined {
		return this.held ?? this.reader?.load(this);
	}
}

export function heldRecord(envelope: Envelope, entry: SessionEntry, options: { isOwn: boolean }): EntryRecord {
	return new EntryRecord(envelope, entry, { offset: -1, length: 0 }, options.isOwn);
}

/** For a line found in a file; its offset counts from the start of the file until `placeAfter`. */
export function scannedRecord(envelope: Envelope, place: Place): EntryRecord {
	return new EntryRecord(envelope, undefined, place, false);
}

export function placeAfter(headEnd: number, records: readonly EntryRecord[]): readonly EntryRecord[] {
	for (const record of records) record.offset -= headEnd;
	return records;
}
