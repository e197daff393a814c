import type { Envelope } from "../../entry/envelope.ts";
import { type EntryRecord, scannedRecord } from "../../tree/entry-record.ts";

const MAGIC = "omp log index 1";
const NEWLINE = 10;
/** Id, parent, offset, length and kind of an entry. */
const WORDS = 5;
const LARGEST = 0xffff_ffff;

type Kind = Pick<Envelope, "type" | "role" | "about" | "labels"> & {
	/** Whether the parent is the previous entry, none, or given by id. */
	readonly parent: "before" | "none" | "named";
};

/** The part of a log that is indexed; offsets count from the end of its header. */
export interface IndexedBody {
	readonly length: number;
	/** Number of the first line after the header. */
	readonly firstLineNumber: number;
	readonly nextLineNumber: number;
	/** Hash of the last covered bytes, to recognize another file. */
	readonly tailHash: string;
}

interface Head extends IndexedBody {
	readonly kinds: readonly Kind[];
	readonly count: number;
}

/** Builds the table of an index record by record. */
export class IndexTable {
	readonly #rows: Uint32Array<ArrayBuffer>;
	readonly #firstLineNumber: number;
	readonly #kinds = new Map<string, number>();
	#count = 0;
	#previous: string | null = null;

	constructor(capacity: number, firstLineNumber: number) {
		this.#rows = new Uint32Array(capacity * WORDS);
		this.#firstLineNumber = firstLineNumber;
	}

	/** False for a record that does not fit the table; then there is no index. */
	add(record: EntryRecord): boolean {
		const id = numberOf(record.id);
		const isPlaced = record.offset >= 0 && record.length > 0 && record.offset <= LARGEST && record.length <= LARGEST;
		const ownLine = this.#firstLineNumber + this.#count;
		const { lineNumber = ownLine } = record;
		// Lines between entries are problems to report, and an index does not store those.
		if (id === undefined || !isPlaced || lineNumber !== ownLine || record.damaged) return false;
		const parent = record.parentId === null ? "none" : record.parentId === this.#previous ? "before" : "named";
		const parentId = parent === "named" ? numberOf(record.parentId ?? "") : 0;
		if (parentId === undefined) return false;
		const { type, role, about, labels } = record;
		const name = JSON.stringify({ type, role, about, labels, parent });
		const kind = this.#kinds.get(name) ?? this.#kinds.size;
		this.#kinds.set(name, kind);
		this.#rows.set([id, parentId, record.offset, record.length, kind], this.#count * WORDS);
		this.#count++;
		this.#previous = record.id;
		return true;
	}

	/** The serialized index. */
	encode(body: IndexedBody): Buffer {
		const head = { ...body, count: this.#count, kinds: [...this.#kinds.keys()].map((name) => JSON.parse(name)) };
		return Buffer.concat([Buffer.from(`${MAGIC}\n${JSON.stringify(head)}\n`), Buffer.from(this.#rows.buffer)]);
	}
}

/** The records of an index with absolute offsets; `undefined` if the bytes are no index. */
export function decodeIndex(
	bytes: Buffer,
	headEnd: number,
): { readonly body: IndexedBody; readonly records: EntryRecord[] } | undefined {
	const headStart = MAGIC.length + 1;
	const headStop = bytes.indexOf(NEWLINE, headStart);
	if (headStop === -1 || bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
	const head = headIn(bytes.toString("utf8", headStart, headStop));
	const table = bytes.subarray(headStop + 1);
	if (!head || table.length !== head.count * WORDS * 4) return undefined;
	const rows = new Uint32Array(table.buffer.slice(table.byteOffset, table.byteOffset + table.length));
	const records: EntryRecord[] = [];
	let previous: string | null = null;
	for (let index = 0; index < head.count; index++) {
		const at = index * WORDS;
		const kind = head.kinds[rows[at + 4] ?? -1];
		if (!kind) return undefined;
		const id = textOf(rows[at] ?? 0);
		const parentId: string | null =
			kind.parent === "before" ? previous : kind.parent === "none" ? null : textOf(rows[at + 1] ?? 0);
		const { type, role, about, labels } = kind;
		const place = {
			offset: headEnd + (rows[at + 2] ?? 0),
			length: rows[at + 3] ?? 0,
			lineNumber: head.firstLineNumber + index,
			damaged: false,
		};
		records.push(scannedRecord({ type, id, parentId, role, about, labels }, place));
		previous = id;
	}
	return { body: head, records };
}

function headIn(text: string): Head | undefined {
	try {
		return JSON.parse(text);
	} catch {
		// Not written by us; read the log instead.
		return undefined;
	}
}

/** Eight hex digits as a number. */
function numberOf(id: string): number | undefined {
	return /^[0-9a-f]{8}$/.test(id) ? Number.parseInt(id, 16) : undefined;
}

function textOf(number: number): string {
	return number.toString(16).padStart(8, "0");
}
