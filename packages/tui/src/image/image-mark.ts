/** An image that must be drawn from its first row, although rows are written one by one. */
export interface DrawableImage {
	readonly rows: number;
	/** Draws it at the cursor. */
	readonly bytes: string;
}

const MARK = /\x1b_omp:image;(\d+)\x1b\\/;

/** Zero columns wide; marks the last row of an image, the others being blank. */
export function imageMark(id: number): string {
	return `\x1b_omp:image;${id}\x1b\\`;
}

/** The image that ends in this row, and the index of its mark. */
export function markedImage(row: string): { readonly id: number; readonly index: number } | undefined {
	if (!row.includes("\x1b_omp:image;")) return undefined;
	const match = MARK.exec(row);
	return match ? { id: Number(match[1]), index: match.index } : undefined;
}
