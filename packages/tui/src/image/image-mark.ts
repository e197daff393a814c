/** An image that has to be drawn from its first row, although rows are written one by one. */
export interface DrawableImage {
	readonly rows: number;
	/** Draws it where the cursor is. */
	readonly bytes: string;
}

const MARK = /\x1b_omp:image;(\d+)\x1b\\/;

/** Zero columns wide; stands in the last row of an image, the others being blank. */
export function imageMark(id: number): string {
	return `\x1b_omp:image;${id}\x1b\\`;
}

/** Which image ends in this row, and at which place of its text. */
export function markedImage(row: string): { readonly id: number; readonly index: number } | undefined {
	if (!row.includes("\x1b_omp:image;")) return undefined;
	const match = MARK.exec(row);
	return match ? { id: Number(match[1]), index: match.index } : undefined;
}
