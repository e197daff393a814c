/** A line where it lies, without a view of its own: making one for each of a hundred thousand lines takes long. */
export interface LineBytes {
	readonly chunk: Buffer;
	readonly from: number;
	/** Of its newline, or the end. */
	readonly to: number;
	/** Known to be UTF-8 without zeros. */
	readonly isClean: boolean;
}

export function lineBytes(line: Buffer): LineBytes {
	return { chunk: line, from: 0, to: line.length, isClean: false };
}

/** False also when nobody has looked yet and there is nothing wrong. */
export function hasZeros({ chunk, from, to, isClean }: LineBytes): boolean {
	return !isClean && chunk.subarray(from, to).includes(0);
}

/** Whether the words stand in the line from a place in the chunk on. */
export function holds({ chunk, to }: LineBytes, words: Buffer, at: number): boolean {
	const found = chunk.indexOf(words, at);
	return found !== -1 && found < to;
}
