import type { FileReader } from "../storage/storage.ts";

export interface ScannedLine {
	/** Without the newline; valid until the next line is asked for. */
	readonly bytes: Buffer;
	/** Position of its first byte in the file. */
	readonly start: number;
	/** Position after the newline, or the end of the file. */
	readonly end: number;
	/** From 1. */
	readonly lineNumber: number;
	/** False for a last line without newline. */
	readonly terminated: boolean;
	/** Longer than anything that could be meant; `bytes` is then empty. */
	readonly tooLong: boolean;
}

export interface ScanLinesOptions {
	from?: number;
	firstLineNumber?: number;
	chunkBytes?: number;
	maxLineBytes?: number;
}

const NEWLINE = 10;

/** The lines of a file in order, holding no more of it in memory than one chunk or one line. */
export function* scanLines(reader: FileReader, options: ScanLinesOptions = {}): Generator<ScannedLine> {
	const { from = 0, firstLineNumber = 1, chunkBytes = 1 << 20, maxLineBytes = 128 << 20 } = options;
	let buffer = Buffer.allocUnsafe(chunkBytes);
	let filled = 0;
	let bufferStart = from;
	let lineNumber = firstLineNumber;
	/** Where a line began whose first bytes were already given up. */
	let overlongStart: number | undefined;

	for (;;) {
		const count = reader.read(buffer.subarray(filled), bufferStart + filled);
		filled += count;
		let position = 0;
		for (;;) {
			const newline = buffer.indexOf(NEWLINE, position);
			// What lies behind the filled part is left from before.
			if (newline === -1 || newline >= filled) break;
			const start = overlongStart ?? bufferStart + position;
			const tooLong = overlongStart !== undefined;
			const bytes = buffer.subarray(tooLong ? newline : position, newline);
			yield { bytes, start, end: bufferStart + newline + 1, lineNumber: lineNumber++, terminated: true, tooLong };
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
	const bytes = buffer.subarray(0, tooLong ? 0 : filled);
	const end = bufferStart + filled;
	yield { bytes, start: overlongStart ?? bufferStart, end, lineNumber, terminated: false, tooLong };
}
