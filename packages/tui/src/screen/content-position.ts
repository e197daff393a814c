import { graphemes } from "../text/graphemes.ts";
import { sliceWithWidth } from "../text/slice.ts";
import { visibleWidth } from "../text/visible-width.ts";

/**
 * How far into a block's content some rows reach, independent of how it was wrapped: the number of glyphs that are
 * neither blank nor frame, and the blank rows after the last of them.
 */
export interface ContentPosition {
	readonly glyphs: number;
	readonly emptyRows: number;
}

export const CONTENT_START: ContentPosition = { glyphs: 0, emptyRows: 0 };

// Blanks, box drawing and block elements: what wrapping at another width adds or drops.
const DECORATION = /[\s\u2500-\u259f]/gu;

export function advancePosition(position: ContentPosition, rows: readonly string[]): ContentPosition {
	let { glyphs, emptyRows } = position;
	for (const row of rows) {
		const count = contentGlyphs(row);
		glyphs += count;
		emptyRows = count === 0 ? emptyRows + 1 : 0;
	}
	return { glyphs, emptyRows };
}

/** The rows after the position, the first one without the part that lies before it. */
export function rowsAfter(position: ContentPosition, rows: readonly string[]): readonly string[] {
	let index = 0;
	let glyphs = 0;
	while (index < rows.length && glyphs < position.glyphs) {
		const count = contentGlyphs(rows[index] ?? "");
		if (glyphs + count > position.glyphs) {
			const rest = cutGlyphs(rows[index] ?? "", position.glyphs - glyphs);
			return [rest, ...rows.slice(index + 1)];
		}
		glyphs += count;
		index++;
	}
	for (let skipped = 0; skipped < position.emptyRows; skipped++) {
		if (index >= rows.length || contentGlyphs(rows[index] ?? "") > 0) break;
		index++;
	}
	return rows.slice(index);
}

function contentGlyphs(row: string): number {
	return graphemes(Bun.stripANSI(row).replace(DECORATION, "")).length;
}

function cutGlyphs(row: string, count: number): string {
	let column = 0;
	let remaining = count;
	for (const cluster of graphemes(Bun.stripANSI(row))) {
		if (remaining === 0) break;
		column += visibleWidth(cluster);
		if (cluster.replace(DECORATION, "") !== "") remaining--;
	}
	const rest = sliceWithWidth(row, column, visibleWidth(row)).text;
	return rest.replace(/^((?:\x1b\[[0-9;:]*m)*) +/, "$1");
}
