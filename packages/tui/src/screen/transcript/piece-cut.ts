import { ContentPosition, contentOf, rowsAfter } from "./content-position.ts";

/** Where the terminal's history ends inside a block that is drawn in pieces, such as paragraphs and tables. */
export interface PieceCut {
	/** The piece of the last row in history. */
	readonly index: number;
	/** How much of that piece is in history. */
	readonly position: ContentPosition;
	/** The same as rows, if all of them have the width of the last rendering. */
	readonly rows: readonly string[] | undefined;
}

/** The cut after more rows, the first of which is the row `first` of its rendering. `starts`: the first row of each piece. */
export function cutAfter(
	before: PieceCut | undefined,
	rows: readonly string[],
	first: number,
	starts: readonly number[],
): PieceCut {
	const index = starts.findLastIndex((start) => start < first + rows.length);
	const pieceRows = rows.slice(Math.max(0, (starts[index] ?? 0) - first));
	const known = before?.index === index ? before : { position: new ContentPosition(), rows: [] };
	return { index, position: known.position.after(pieceRows), rows: known.rows && [...known.rows, ...pieceRows] };
}

/**
 * The rows that follow a cut in a rendering of another width, and the cut there. A piece that flows continues where it was cut; one
 * with columns is drawn again from its first row, as two halves of different widths would not fit together.
 */
export function rowsAfterCut(
	cut: PieceCut,
	rows: readonly string[],
	starts: readonly number[],
): { readonly live: readonly string[]; readonly cut: PieceCut } {
	const { index, position } = cut;
	const start = starts[index] ?? 0;
	const end = starts[index + 1] ?? rows.length;
	const piece = rows.slice(start, end);
	const known = cut.rows ?? [];
	const isUnchanged = cut.rows && known.every((row, at) => row.trimEnd() === piece[at]?.trimEnd());
	if (isUnchanged) return { live: rows.slice(start + known.length), cut };
	const hasColumns = piece.some((row) => /[┬┼┴]/.test(row));
	if (hasColumns || !contentOf(piece.join("\n")).startsWith(position.content)) {
		return { live: rows.slice(start), cut: { index, position: new ContentPosition(), rows: [] } };
	}
	return { live: [...rowsAfter(position, piece), ...rows.slice(end)], cut: { ...cut, rows: undefined } };
}
