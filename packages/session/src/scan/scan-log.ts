import { isUtf8 } from "node:buffer";
import { isHeader, isTitleSlot, type SessionHeader, type TitleSlot } from "../entry/entry.ts";
import { buildEnvelope, type Envelope, parseEntry } from "../entry/envelope.ts";
import type { Problem } from "../entry/problem.ts";
import { ProblemList } from "../entry/problem.ts";
import type { FileReader } from "../storage/storage.ts";
import { type EntryRecord, scannedRecord } from "../tree/entry-record.ts";
import { peekEnvelope } from "./peek-envelope.ts";
import { salvageLine } from "./salvage.ts";
import { type ScanLinesOptions, type ScannedLine, scanLines } from "./scan-lines.ts";

/** How a file ends. */
export type LogEnd =
	| { readonly kind: "newline" }
	/** The last line is complete and lacks only its newline. */
	| { readonly kind: "unterminated" }
	/** The last line was truncated and is unusable. */
	| { readonly kind: "torn"; readonly start: number; readonly lineNumber: number };

export interface BodyScan {
	/** Each with its position in the file. */
	readonly entries: readonly EntryRecord[];
	readonly problems: readonly Problem[];
	readonly endKind: LogEnd;
	/** Position after the last line, torn or not. */
	readonly end: number;
	/** The number the next line will have. */
	readonly nextLineNumber: number;
}

export interface LogScan extends BodyScan {
	/** Absent when the file does not start with a session header. */
	readonly header: SessionHeader | undefined;
	readonly slot: { readonly value: TitleSlot; readonly start: number; readonly length: number } | undefined;
	readonly headerStart: number;
	/** Position after the header line. */
	readonly headEnd: number;
	/** False for a blank file. */
	readonly hasContent: boolean;
}

/** The indexed part of a body that need not be scanned. */
interface KnownBeginning {
	readonly entries: readonly EntryRecord[];
	readonly end: number;
	readonly nextLineNumber: number;
}

/**
 * Indexes a session file without parsing the lines that omp itself wrote. `known` returns the part after the header
 * that is already indexed.
 */
export function scanLog(
	reader: FileReader,
	options: ScanLinesOptions & { readonly known?: (headEnd: number) => KnownBeginning | undefined } = {},
): LogScan {
	const problems = new ProblemList();
	let slot: LogScan["slot"];
	let hasContent = false;
	for (const line of scanLines(reader, options)) {
		if (isBlank(line)) continue;
		hasContent = true;
		const value = line.tooLong ? undefined : parseValue(line.bytes);
		if (value === undefined) {
			problems.add(badLine(line));
			continue;
		}
		if (!slot && isTitleSlot(value)) {
			slot = { value, start: line.start, length: line.end - line.start };
			continue;
		}
		if (!isHeader(value)) break;
		const known = line.terminated ? options.known?.(line.end) : undefined;
		const rest = scanBody(reader, {
			...options,
			from: known?.end ?? line.end,
			firstLineNumber: known?.nextLineNumber ?? line.lineNumber + 1,
		});
		const body = known ? { ...rest, entries: [...known.entries, ...rest.entries] } : rest;
		// A header without newline is the end of the file; the next line must not be glued to it.
		const endKind: LogEnd = line.terminated ? body.endKind : { kind: "unterminated" };
		return {
			...body,
			endKind,
			problems: [...problems.all, ...body.problems],
			header: value,
			slot,
			headerStart: line.start,
			headEnd: line.end,
			hasContent,
		};
	}
	return {
		entries: [],
		problems: problems.all,
		endKind: { kind: "newline" },
		end: reader.size(),
		nextLineNumber: 1,
		header: undefined,
		slot,
		headerStart: 0,
		headEnd: 0,
		hasContent,
	};
}

/** Indexes entries from a position on: all of them, or those that another process appended. */
export function scanBody(reader: FileReader, options: ScanLinesOptions & { from: number }): BodyScan {
	const problems = new ProblemList();
	const entries: EntryRecord[] = [];
	let endKind: LogEnd = { kind: "newline" };
	let end = options.from;
	let nextLineNumber = options.firstLineNumber ?? 1;
	for (const line of scanLines(reader, options)) {
		end = line.end;
		nextLineNumber = line.lineNumber + 1;
		if (!line.terminated) endKind = { kind: "unterminated" };
		const plain = plainEntry(line, entries.at(-1)?.id ?? null);
		if (plain) {
			entries.push(plain);
			continue;
		}
		if (isBlank(line)) continue;
		const found = readLine(line);
		if (!line.terminated && !found.some((entry) => !entry.damaged)) {
			endKind = { kind: "torn", start: line.start, lineNumber: line.lineNumber };
			continue;
		}
		for (const entry of found) entries.push(entry);
		if (found.length !== 1 || found[0]?.damaged || found[0]?.length !== line.bytes.length) {
			problems.add(badLine(line));
		} else if (!isUtf8(line.bytes)) {
			problems.add(invalidUtf8(line));
		}
	}
	return { entries, problems: problems.all, endKind, end, nextLineNumber };
}

/** The entry on a line in omp's format, which nearly all have, with nothing wrong. */
function plainEntry(line: ScannedLine, previousId: string | null) {
	// A line truncated after a brace can look complete, so a line without newline must be parsed.
	const head = line.terminated ? peekEnvelope(line, previousId) : undefined;
	if (!head || !(line.isClean || isUtf8(line.bytes))) return undefined;
	const { start, lineNumber, from, to } = line;
	return scannedRecord(head, { offset: start, length: to - from, lineNumber, damaged: false });
}

function readLine(line: ScannedLine): EntryRecord[] {
	const { bytes, start, lineNumber, terminated } = line;
	const whole = (terminated ? peekEnvelope(line) : undefined) ?? parsedEnvelope(bytes);
	if (whole) return [scannedRecord(whole, { offset: start, length: bytes.length, lineNumber, damaged: false })];
	return salvageLine(bytes).map(({ envelope, offset, length, damaged }) =>
		scannedRecord(envelope, { offset: start + offset, length, lineNumber, damaged }),
	);
}

function parsedEnvelope(bytes: Buffer): Envelope | undefined {
	const entry = parseEntry(bytes);
	return entry && buildEnvelope(entry);
}

function parseValue(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString("utf8"));
	} catch {
		// The caller reports the line.
		return undefined;
	}
}

const OPENING_BRACE = 0x7b;

function isBlank(line: ScannedLine): boolean {
	if (line.tooLong || line.bytes[0] === OPENING_BRACE) return false;
	return line.bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function badLine({ lineNumber, tooLong, end, start }: ScannedLine): Problem {
	if (tooLong) {
		const megabytes = Math.round((end - start) / 1e6);
		return { kind: "line-too-long", lineNumber, message: `Line ${lineNumber} has ${megabytes} MB and was skipped` };
	}
	return {
		kind: "bad-line",
		lineNumber,
		message: `Line ${lineNumber} is not a valid entry; what could be read was kept`,
	};
}

function invalidUtf8({ lineNumber }: ScannedLine): Problem {
	return {
		kind: "invalid-utf8",
		lineNumber,
		message: `Line ${lineNumber} has bytes that are not UTF-8, shown as \uFFFD`,
	};
}
