import { isUtf8 } from "node:buffer";
import type { FileReader } from "../storage/storage.ts";
import type { LineBytes } from "./line-bytes.ts";

/** A line within the buffer; valid until the next one is requested. */
export class ScannedLine implements LineBytes {
	constructor(
		readonly chunk: Buffer,
		readonly from: number,
		readonly to: number,
		readonly isClean: boolean,
		/** Position of its first byte in the file. */
		readonly start: number,
		/** Position after the newline, or the end of the file. */
		readonly end: number,
		/** From 1. */
		readonly lineNumber: number,
		/** False for a last line without newline. */
		readonly terminated: boolean,
		/** Over the size limit; `bytes` is then empty. */
		readonly tooLong: boolean,
	) {}

	/** Without the newline. */
	get bytes(): Buffer {
		return this.chunk.subarray(this.from, this.to);
	}
}

export interface ScanLinesOptions {
	from?: number | undefined;
	firstLineNumber?: number | undefined;
	chunkBytes?: number | undefined;
	maxLineBytes?: number | undefined;
}

const NEWLINE = 10;

/** The lines of a file in order, with at most one chunk or one line in memory. */
export function* scanLines(reader: FileReader, options: ScanLinesOptions = {}): Generator<ScannedLine> {
	const { from = 0, firstLineNumber = 1, chunkBytes = 1 << 20, maxLineBytes = 128 << 20 } = options;
	let buffer = Buffer.allocUnsafe(chunkBytes);
	let filled = 0;
	let bufferStart = from;
	let lineNumber = firstLineNumber;
	/** Start of a line over the limit whose first bytes were dropped. */
	let overlongStart: number | undefined;

	for (;;) {
		const count = reader.read(buffer.subarray(filled), bufferStart + filled);
		filled += count;
		const isClean = isCleanUpTo(buffer, buffer.lastIndexOf(NEWLINE, filled - 1) + 1);
		let position = 0;
		for (;;) {
			const newline = buffer.indexOf(NEWLINE, position);
			// Bytes after the filled part are from the previous chunk.
			if (newline === -1 || newline >= filled) break;
			const start = overlongStart ?? bufferStart + position;
			const tooLong = overlongStart !== undefined;
			const from = tooLong ? newline : position;
			const end = bufferStart + newline + 1;
			yield new ScannedLine(buffer, from, newline, isClean, start, end, lineNumber++, true, tooLong);
			overlongStart = undefined;
			position = newline + 1;
		}
		if (count === 0) break;
		buffer.copyWithin(0, position, filled);
		filled -= position;
		bufferStart += position;
		if (filled < buffer.length) continue;
		if (buffer.length < maxLineBytes) {
			const larger = Buffer.allocUnsafe(Math.min(buffer.length * 2, maxLineBytes));
			buffer.copy(larger);
			buffer = larger;
		} else {
			overlongStart ??= bufferStart;
			bufferStart += filled;
			filled = 0;
		}
	}
	if (filled === 0 && overlongStart === undefined) return;
	const tooLong = overlongStart !== undefined;
	const to = tooLong ? 0 : filled;
	const end = bufferStart + filled;
	yield new ScannedLine(buffer, 0, to, false, overlongStart ?? bufferStart, end, lineNumber, false, tooLong);
}

/** Checks many lines at once, which is much faster. */
function isCleanUpTo(buffer: Buffer, end: number): boolean {
	const zero = buffer.indexOf(0);
	return (zero === -1 || zero >= end) && isUtf8(buffer.subarray(0, end));
}
