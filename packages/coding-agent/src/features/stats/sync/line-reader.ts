import { readSync } from "node:fs";

const chunkBytes = 2 * 1024 * 1024;
/** A longer line is no entry of ours; it is passed over. */
const maxLineBytes = 64 * 1024 * 1024;

export interface LineBatch {
	/** Until the next batch: the bytes are those of a buffer that is used again. */
	readonly lines: ReadonlyArray<{ readonly start: number; readonly bytes: Buffer }>;
	/** Where the last whole line ends. */
	readonly end: number;
}

/** Reads the whole lines of files, some megabytes at a time. */
export class LineReader {
	#buffer: Buffer = Buffer.allocUnsafe(chunkBytes);

	/** The lines of an open file between two positions. A line without an end is left for later. */
	*read(file: number, from: number, size: number): Generator<LineBatch> {
		/** Bytes of a line whose end was not read yet. */
		let kept = 0;
		let start = from;
		let isPassing = false;
		for (let at = from; at < size; ) {
			this.#makeRoom(kept);
			const length = Math.min(chunkBytes, this.#buffer.length - kept, size - at);
			const count = readSync(file, this.#buffer, kept, length, at);
			if (count === 0) return;
			at += count;
			const bytes = this.#buffer.subarray(0, kept + count);
			const lines: Array<LineBatch["lines"][number]> = [];
			let lineStart = 0;
			for (let newline = bytes.indexOf(10, kept); newline >= 0; newline = bytes.indexOf(10, lineStart)) {
				if (!isPassing && newline - lineStart <= maxLineBytes)
					lines.push({ start: start + lineStart, bytes: bytes.subarray(lineStart, newline) });
				isPassing = false;
				lineStart = newline + 1;
			}
			start += lineStart;
			const end = start;
			if (lineStart > 0) yield { lines, end };
			kept = bytes.length - lineStart;
			if (kept > maxLineBytes || isPassing) {
				isPassing = true;
				start += kept;
				kept = 0;
			} else bytes.copyWithin(0, lineStart);
		}
	}

	#makeRoom(kept: number): void {
		if (this.#buffer.length - kept >= chunkBytes / 2) return;
		const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
		this.#buffer.copy(larger, 0, 0, kept);
		this.#buffer = larger;
	}
}
