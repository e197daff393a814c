import type { EditState } from "./edit-state.ts";
import { displayWidth, indexAtColumn, layoutLine, type RowSpan } from "./line-layout.ts";

/** One row of the editor. */
export interface VisualRow extends RowSpan {
	readonly lineIndex: number;
}

/** Rows of a text. Unchanged lines are not laid out again, so that long texts stay fast. */
export class VisualLayout {
	readonly #layOut: typeof layoutLine;
	#width = 0;
	#lines: readonly string[] = [];
	#spans: Array<readonly RowSpan[]> = [];
	#rows: readonly VisualRow[] | undefined;

	constructor(layOut: typeof layoutLine = layoutLine) {
		this.#layOut = layOut;
	}

	rows(state: EditState, width: number): readonly VisualRow[] {
		if (this.#rows && state.lines === this.#lines && width === this.#width) return this.#rows;
		this.#spans =
			width === this.#width ? this.#update(state.lines) : state.lines.map((line) => this.#layOut(line, width));
		this.#lines = state.lines;
		this.#width = width;
		this.#rows = this.#spans.flatMap((spans, lineIndex) => spans.map((span) => ({ ...span, lineIndex })));
		return this.#rows;
	}

	/** Reuses the lines before and after the edit. */
	#update(lines: readonly string[]): Array<readonly RowSpan[]> {
		const old = this.#lines;
		const shorter = Math.min(lines.length, old.length);
		let same = 0;
		while (same < shorter && lines[same] === old[same]) same++;
		let sameAtEnd = 0;
		while (sameAtEnd < shorter - same && lines.at(-1 - sameAtEnd) === old.at(-1 - sameAtEnd)) sameAtEnd++;
		const changed = lines.slice(same, lines.length - sameAtEnd);
		return [
			...this.#spans.slice(0, same),
			...changed.map((line) => this.#layOut(line, this.#width)),
			...this.#spans.slice(this.#spans.length - sameAtEnd),
		];
	}
}

/** The row and column of the caret. At a break the caret is at the start of the next row. */
export function caretPlace(rows: readonly VisualRow[], state: EditState): { row: number; column: number } {
	const row = rows.findLastIndex((span) => span.lineIndex === state.lineIndex && span.start <= state.column);
	const span = rows[row];
	if (!span) return { row: 0, column: 0 };
	const before = (state.lines[state.lineIndex] ?? "").slice(span.start, state.column);
	return { row, column: displayWidth(before) };
}

/** The text position at a column of a row. */
export function placeAt(
	rows: readonly VisualRow[],
	state: EditState,
	row: number,
	column: number,
): { lineIndex: number; column: number } {
	const span = rows[Math.max(0, Math.min(row, rows.length - 1))];
	if (!span) return { lineIndex: 0, column: 0 };
	const line = state.lines[span.lineIndex] ?? "";
	const index = indexAtColumn(line, span, column);
	// The end of a wrapped row belongs to the next one; the caret stays before it.
	const isLastOfLine = span.end === line.length;
	const limit = isLastOfLine ? span.end : Math.max(span.start, span.end - 1);
	return { lineIndex: span.lineIndex, column: Math.min(index, limit) };
}
