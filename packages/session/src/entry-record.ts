import type { SessionEntry } from "./entry.ts";
import type { Envelope } from "./scan/envelope.ts";
import type { IndexedEntry } from "./scan/scan-log.ts";

/** What is kept in memory of an entry whose line is in the file. */
export interface EntryRecord extends Envelope {
	/** The entry itself as long as it is not in the file. */
	held: SessionEntry | undefined;
	/** Of its line, counted from the end of the header, so that a new header moves nothing. */
	offset: number;
	length: number;
	/** Known only when the file was read, not when this process wrote the line. */
	readonly lineNumber: number | undefined;
	/** Appended by this process. */
	readonly isOwn: boolean;
	damaged: boolean;
}

export function heldRecord(envelope: Envelope, entry: SessionEntry, options: { isOwn: boolean }): EntryRecord {
	const { type, id, parentId, role, labels } = envelope;
	const { isOwn } = options;
	return {
		type,
		id,
		parentId,
		role,
		labels,
		held: entry,
		offset: -1,
		length: 0,
		lineNumber: undefined,
		isOwn,
		damaged: false,
	};
}

export function indexedRecord(entry: IndexedEntry, headEnd: number): EntryRecord {
	const { type, id, parentId, role, labels, offset, length, lineNumber, damaged } = entry;
	return {
		type,
		id,
		parentId,
		role,
		labels,
		held: undefined,
		offset: offset - headEnd,
		length,
		lineNumber,
		isOwn: false,
		damaged,
	};
}
