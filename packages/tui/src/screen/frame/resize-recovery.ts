import type { CursorPosition, Reflow } from "../../terminal/terminal.ts";
import { graphemes } from "../../text/graphemes.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import type { Painted } from "./paint.ts";

interface Size {
	readonly columns: number;
	readonly height: number;
}

export interface ResizeSituation {
	readonly painted: Painted;
	/** How many painted rows, from the top, may stay in history if the terminal pushed them there. */
	readonly committableRows: number;
	/** Screen row of our first row before the resize, if known. */
	readonly firstRow: number | undefined;
	readonly oldSize: Size;
	readonly size: Size;
	/** The cursor position reported after the resize. */
	readonly cursor: CursorPosition | undefined;
	readonly reflow: Reflow;
	/** The last frames reached the terminal after the resize. */
	readonly isLate?: boolean;
}

export interface ResizeRecovery {
	/** Rows that the terminal pushed into history; they must not be written again. */
	readonly historyRows: number;
	/** Moves the cursor to our first row. */
	readonly bytes: string;
	readonly firstRow: number;
	/** Everything from our first row to the bottom is unknown. */
	readonly painted: Painted;
}

/**
 * Computes what a resize did to our rows. A smaller terminal pushed the upper ones into history, a narrower one
 * rewrapped them first. How far follows from the cursor position.
 */
export function recoverFromResize(situation: ResizeSituation): ResizeRecovery {
	const { size, cursor } = situation;
	if (situation.isLate) return recoverFromLateFrame(situation);
	const { heights, rowsAboveCursor } = wrapAnew(situation);
	const lastRow = size.height - 1;
	const cursorRow = Math.min(cursor?.row ?? rowsAboveCursor, lastRow);
	const pushed = Math.max(0, rowsAboveCursor - cursorRow);
	const { historyRows, remainder } = rowsWithin(heights, pushed, situation.committableRows);
	const firstRow = pushed > 0 ? Math.min(remainder, lastRow) : cursorRow - rowsAboveCursor;
	return { historyRows, ...startingAt(firstRow, cursorRow, size) };
}

/**
 * A frame for other rows than those it met has moved and overwritten some of them; nothing that it or the resize pushed into
 * history can be relied on. If the screen was ours from its first row, it still is.
 */
function recoverFromLateFrame(situation: ResizeSituation): ResizeRecovery {
	const { painted, size, oldSize, cursor } = situation;
	const cursorRow = Math.min(cursor?.row ?? painted.cursorRow, size.height - 1);
	const isLower = size.height < oldSize.height;
	const isAllOurs = situation.firstRow === 0 && size.height <= oldSize.height;
	// At the edges of a lower screen the frame's moves end early, so only the cursor's own row is certain.
	const rowsAbove = isLower ? 0 : painted.cursorRow;
	const firstRow = isAllOurs ? 0 : Math.max(0, cursorRow - rowsAbove);
	return { historyRows: 0, ...startingAt(firstRow, cursorRow, size) };
}

function startingAt(firstRow: number, cursorRow: number, size: Size): Omit<ResizeRecovery, "historyRows"> {
	const unknown = Array<undefined>(size.height - firstRow).fill(undefined);
	return {
		bytes: moveRows(firstRow - cursorRow),
		firstRow,
		painted: { rows: unknown, cursorRow: 0, cursorColumn: undefined },
	};
}

interface Wrapped {
	/** Physical rows of each painted row. */
	readonly heights: readonly number[];
	/** Physical rows between our first row and the cursor. */
	readonly rowsAboveCursor: number;
}

function wrapAnew(situation: ResizeSituation): Wrapped {
	const { painted, oldSize, size, reflow } = situation;
	if (reflow === "cuts" || size.columns >= oldSize.columns) {
		return { heights: painted.rows.map(() => 1), rowsAboveCursor: painted.cursorRow };
	}
	const heights = painted.rows.map((row) => wrappedHeight(row ?? "", size.columns));
	if (reflow === "wraps-as-xterm-js") return wrapAsXtermJs(situation, heights);
	return { heights, rowsAboveCursor: sum(heights.slice(0, painted.cursorRow)) + wrappedCursorRows(situation) };
}

/**
 * xterm.js rewraps from the bottom up and skips the cursor's row, but moves the cursor down for every row it adds, also
 * for those below; so it may mistake another row for the cursor's.
 */
function wrapAsXtermJs(situation: ResizeSituation, heights: readonly number[]): Wrapped {
	const { cursorRow } = situation.painted;
	const actual = [...heights];
	let added = 0;
	for (let row = heights.length - 1 - droppedRows(situation); row >= 0; row--) {
		if (row === cursorRow + added) actual[row] = 1;
		added += (actual[row] ?? 1) - 1;
	}
	return { heights: actual, rowsAboveCursor: cursorRow + added };
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

/** Not every terminal rewraps the cursor's row; the column tells. */
function wrappedCursorRows({ painted, size, cursor }: ResizeSituation): number {
	const column = painted.cursorColumn ?? 0;
	const isWrapped = column >= size.columns && cursor?.column === column % size.columns;
	return isWrapped ? Math.floor(column / size.columns) : 0;
}

/** A lower screen first drops rows below the cursor, blank or not, and only then rewraps the others. */
function droppedRows({ painted, firstRow, oldSize, size }: ResizeSituation): number {
	if (firstRow === undefined) return 0;
	const rowsBelowCursor = oldSize.height - 1 - (firstRow + painted.cursorRow);
	const blankRows = oldSize.height - firstRow - painted.rows.length;
	const dropped = Math.min(Math.max(0, oldSize.height - size.height), rowsBelowCursor);
	return Math.max(0, dropped - blankRows);
}

/** Complete painted rows within the pushed physical ones, and how much of the last one is still visible. */
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

function moveRows(count: number): string {
	if (count === 0) return "\r";
	return count > 0 ? `\r\x1b[${count}B` : `\r\x1b[${-count}A`;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
