import { join } from "node:path";
import { type LogScan, scanLog } from "../../scan/scan-log.ts";
import { artifactsDirectoryOf } from "../../storage/file-name.ts";
import type { FileReader, StagedFile, Storage } from "../../storage/storage.ts";
import type { EntryRecord } from "../../tree/entry-record.ts";
import { decodeIndex, IndexTable } from "./log-index.ts";

/** Shorter logs are read faster than an index would save. */
export const indexedBytes = 16 << 20;

const TAIL_BYTES = 4096;
const SAMPLES = 32;
const NEWLINE = 10;

/** The part of the body that an index covers. */
interface KnownBody {
	readonly entries: EntryRecord[];
	/** Position in the file that the index covers up to. */
	readonly end: number;
	readonly nextLineNumber: number;
}

interface BodyLayout {
	readonly headEnd: number;
	readonly end: number;
	readonly nextLineNumber: number;
}

/** In the log's artifact folder, so it is moved and deleted with the log. */
export function indexFileOf(file: string): string {
	return join(artifactsDirectoryOf(file), "log.index");
}

/** Scans a log with the help of its index; also returns how much the index covered. */
export function scanIndexed(storage: Storage, file: string, log: FileReader): LogScan & { indexedLength: number } {
	let indexedLength = 0;
	const known = (headEnd: number) => {
		const body = readIndex(storage, file, log, headEnd);
		indexedLength = body ? body.end - headEnd : 0;
		return body;
	};
	return { ...scanLog(log, { known }), indexedLength };
}

/** The index of a log, if there is a valid one. It is only a cache: without it the log is read. */
function readIndex(storage: Storage, file: string, log: FileReader, headEnd: number): KnownBody | undefined {
	const bytes = readBytes(storage, indexFileOf(file));
	const decoded = bytes && decodeIndex(bytes, headEnd);
	if (!decoded) return undefined;
	const { body, records: entries } = decoded;
	const end = headEnd + body.length;
	if (log.size() < end || tailHash(log, headEnd, end) !== body.tailHash) return undefined;
	const step = Math.max(1, Math.floor(entries.length / SAMPLES));
	for (let index = 0; index < entries.length; index += step) {
		const entry = entries[index];
		if (entry && !isWhereItShouldBe(log, entry)) return undefined;
	}
	return { entries, end, nextLineNumber: body.nextLineNumber };
}

/** Entries per slice; takes a few milliseconds. */
const SLICE = 2000;

/** Writes the index for the next time the log is opened. Offsets of `records` count from the end of the header. */
export function writeIndex(...args: Parameters<typeof makeIndex>): void {
	const steps = makeIndex(...args);
	let step = steps.next();
	while (!step.done) step = steps.next();
	step.value?.commit();
}

/** The same, yielding between slices; writes nothing when `isWanted` turns false. */
export async function writeIndexInSlices(
	isWanted: () => boolean,
	...args: Parameters<typeof makeIndex>
): Promise<void> {
	const steps = makeIndex(...args);
	let step = steps.next();
	while (!step.done) {
		await new Promise((resolve) => setImmediate(resolve));
		if (!isWanted()) return;
		step = steps.next();
	}
	const staged = step.value;
	if (!staged) return;
	try {
		// Syncing takes the longest.
		await staged.flush();
		if (isWanted()) return staged.commit();
	} catch (error) {
		staged.discard();
		throw error;
	}
	staged.discard();
}

/** Yields after each slice; returns a staged file ready to commit, or nothing if the log cannot be indexed. */
function* makeIndex(
	storage: Storage,
	file: string,
	log: FileReader,
	layout: BodyLayout,
	records: readonly EntryRecord[],
): Generator<void, StagedFile | undefined> {
	const { headEnd, end, nextLineNumber } = layout;
	const body = { length: end - headEnd, firstLineNumber: nextLineNumber - records.length, nextLineNumber };
	const hash = tailHash(log, headEnd, end);
	const table = new IndexTable(records.length, body.firstLineNumber);
	for (const [index, record] of records.entries()) {
		if (!table.add(record)) return undefined;
		if (index % SLICE === SLICE - 1) yield;
	}
	// The log was rewritten meanwhile.
	if (tailHash(log, headEnd, end) !== hash) return undefined;
	const staged = storage.stage(indexFileOf(file));
	staged.append(table.encode({ ...body, tailHash: hash }));
	return staged;
}

function readBytes(storage: Storage, path: string): Buffer | undefined {
	if (!storage.exists(path)) return undefined;
	const reader = storage.openReader(path);
	if (!reader) return undefined;
	try {
		const bytes = Buffer.allocUnsafe(reader.size());
		return reader.read(bytes, 0) === bytes.length ? bytes : undefined;
	} finally {
		reader.close();
	}
}

function tailHash(log: FileReader, headEnd: number, end: number): string {
	const tail = Buffer.alloc(Math.min(TAIL_BYTES, end - headEnd));
	log.read(tail, end - tail.length);
	return Bun.hash(tail).toString(16);
}

/** Whether the entry's line really starts and ends at these offsets. */
function isWhereItShouldBe(log: FileReader, { type, id, offset, length }: EntryRecord): boolean {
	const line = Buffer.alloc(length + 2);
	log.read(line, offset - 1);
	const isWhole = line.indexOf(NEWLINE, 1) === length + 1;
	return isWhole && line.indexOf(`\n{"type":"${type}"`) === 0 && line.includes(`"id":"${id}"`);
}
