import type { FileReader } from "../../storage/storage.ts";

const AHEAD_BYTES = 256 << 10;
/** Skipped lines may lie between two wanted ones. */
const NEAR_BYTES = 4 << 10;

/**
 * Reads consecutive lines with few system calls. The buffer is dropped at the end of the current task, so it never
 * serves stale data.
 */
export class ReadAhead {
	#ahead: { readonly file: FileReader; readonly start: number; readonly bytes: Buffer } | undefined;
	#lastEnd = Number.NEGATIVE_INFINITY;

	read(file: FileReader, position: number, length: number): Buffer {
		const known = this.#find(file, position, length);
		const isNext = position >= this.#lastEnd && position - this.#lastEnd <= NEAR_BYTES;
		this.#lastEnd = position + length;
		if (known) return known;
		if (!isNext || length >= AHEAD_BYTES) return readBytes(file, position, length);
		const bytes = readBytes(file, position, AHEAD_BYTES);
		if (!this.#ahead) queueMicrotask(() => this.#forget());
		this.#ahead = { file, start: position, bytes };
		return bytes.subarray(0, length);
	}

	#find(file: FileReader, position: number, length: number): Buffer | undefined {
		const ahead = this.#ahead;
		if (ahead?.file !== file || position < ahead.start) return undefined;
		const from = position - ahead.start;
		return from + length <= ahead.bytes.length ? ahead.bytes.subarray(from, from + length) : undefined;
	}

	#forget(): void {
		this.#ahead = undefined;
	}
}

function readBytes(file: FileReader, position: number, length: number): Buffer {
	const bytes = Buffer.allocUnsafe(length);
	return bytes.subarray(0, file.read(bytes, position));
}
