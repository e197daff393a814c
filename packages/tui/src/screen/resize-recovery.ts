import type { CursorPosition } from "../terminal/terminal.ts";
import { graphemes } from "../text/graphemes.ts";
import { visibleWidth } from "../text/visible-width.ts";
import type { Painted } from "./paint.ts";

export interface ResizeSituation {
	readonly painted: Painted;
	/** How many painted rows, from the top, may be left to history when the terminal has pushed them there. */
	readonly committableRows: number;
	readonly oldColumns: number;
	readonly columns: number;
	readonly height: number;
	/** Where the terminal says the cursor is now. */
	readonly cursor: CursorPosition | undefined;
	/** The terminal wraps long rows anew when it gets narrower. */
	readonly reflows: boolean;
}

export interface ResizeRecovery {
	/** Rows the terminal has pushed into its history; they must not be written again. */
	readonly historyRows: number;
	/** Moves the cursor to our first row. */
	readonly bytes: string;
	/** From our first row to the bottom of the screen nothing is known. */
	readonly painted: Painted;
}

/**
 * Finds out what a resize did to our rows. A terminal that got smaller has pushed the upper ones into its history, one that
 * got narrower has wrapped them first. How far they went follows from where the cursor ended up.
 */
export function recoverFromResize(situation: ResizeSituation): ResizeRecovery {
	const heights = physicalHeights(situation);
	const rowsAboveCursor = sum(heights.slice(0, situation.painted.cursorRow)) + wrappedCursorRows(situation);
	const lastRow = situation.height - 1;
	const cursorRow = Math.min(situation.cursor?.row ?? rowsAboveCursor, lastRow);
	const pushed = Math.max(0, rowsAboveCursor - cursorRow);
	const { historyRows, remainder } = rowsWithin(heights, pushed, situation.committableRows);
	const firstRow = pushed > 0 ? Math.min(remainder, lastRow) : cursorRow - rowsAboveCursor;
	return {
		historyRows,
		bytes: moveUp(cursorRow - firstRow),
		painted: {
			rows: Array<undefined>(situation.height - firstRow).fill(undefined),
			cursorRow: 0,
			cursorColumn: undefined,
		},
	};
}

function physicalHeights({ painted, oldColumns, columns, reflows }: ResizeSituation): number[] {
	if (!reflows || columns >= oldColumns) return painted.rows.map(() => 1);
	return painted.rows.map((row) => wrappedHeight(row ?? "", columns));
}

function wrappedHeight(row: string, columns: number): number {
	if (visibleWidth(row) <= columns) return 1;
	let height = 1;
	let width = 0;
	for (const cluster of graphemes(Bun.stripANSI(row))) {
		const clusterWidth = visibleWidth(cluster);
		if (width + clusterWidth > columns) {
			height++;
			width = 0;
		}
		width += clusterWidth;
	}
	return height;
}

/** Some terminals leave the cursor's own row as it is; the column tells whether this one wrapped it too. */
function wrappedCursorRows({ painted, columns, oldColumns, cursor, reflows }: ResizeSituation): number {
	const column = painted.cursorColumn ?? 0;
	if (!reflows || columns >= oldColumns || column < columns || !cursor) return 0;
	const isWrapped = cursor.column === column % columns && cursor.column !== columns - 1;
	return isWrapped ? Math.floor(column / columns) : 0;
}

/** Whole painted rows within the pushed physical ones, and how much of the last one is still on the screen. */
function rowsWithin(
	heights: readonly number[],
	pushed: number,
	limit: number,
): { historyRows: number; remainder: number } {
	let historyRows = 0;
	let physical = 0;
	while (physical < pushed && historyRows < limit) {
		physical += heights[historyRows] ?? 1;
		historyRows++;
	}
	return { historyRows, remainder: Math.max(0, physical - pushed) };
}

function moveUp(rows: number): string {
	return rows > 0 ? `\r\x1b[${rows}A` : "\r";
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
