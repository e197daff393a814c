/** A line within its chunk, without a subarray of its own: creating a hundred thousand of those is slow. */
export interface LineBytes {
	readonly chunk: Buffer;
	readonly from: number;
	/** Position of its newline, or the end. */
	readonly to: number;
	/** Known to be valid UTF-8 without zero bytes. */
	readonly isClean: boolean;
}

export function lineBytes(line: Buffer): LineBytes {
	return { chunk: line, from: 0, to: line.length, isClean: false };
}

/** Always false for lines known to be clean. */
export function hasZeros({ chunk, from, to, isClean }: LineBytes): boolean {
	return !isClean && chunk.subarray(from, to).includes(0);
}

/** Whether the line contains the bytes at or after a position of the chunk. */
export function holds({ chunk, to }: LineBytes, words: Buffer, at: number): boolean {
	const found = chunk.indexOf(words, at);
	return found !== -1 && found < to;
}
