import { guardRow } from "./row-guard.ts";

/** What is on the terminal now, from the first row that is ours downwards. */
export interface Painted {
	/** `undefined`: something unknown stands there. */
	readonly rows: ReadonlyArray<string | undefined>;
	/** Row the cursor is on, counted from our first. */
	readonly cursorRow: number;
	/** `undefined`: hidden, or not where we put it. */
	readonly cursorColumn: number | undefined;
}

export interface Caret {
	readonly row: number;
	readonly column: number;
}

/** What should be there: rows from our first downwards. When there are more than fit, the first ones scroll off. */
export interface Picture {
	readonly rows: readonly string[];
	readonly caret: Caret | undefined;
	readonly columns: number;
	readonly height: number;
	readonly synchronized: boolean;
}

export interface PaintResult {
	/** Empty when nothing changed. */
	readonly bytes: string;
	readonly painted: Painted;
}

export const NOTHING_PAINTED: Painted = { rows: [], cursorRow: 0, cursorColumn: undefined };

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
const NO_AUTOWRAP = "\x1b[?7l";
const AUTOWRAP = "\x1b[?7h";
const CLEAR_ROW = "\r\x1b[0m\x1b[K";

/**
 * The bytes that turn one picture into the next: only rows that differ are written, with moves relative to the cursor, so
 * that it does not matter where on the screen our first row is. Rows beyond the bottom scroll the terminal.
 */
export function paint(painted: Painted, picture: Picture): PaintResult {
	const { rows, caret, height } = picture;
	let at = painted.cursorRow;
	let body = "";
	const goTo = (row: number): void => {
		// A line feed also ends what the terminal remembers about rows it wrapped itself; a move would leave it in place.
		const isNewGround = row > at && painted.rows[row] === undefined;
		body += isNewGround ? "\r\n".repeat(row - at) : moveRows(row - at);
		at = row;
	};
	for (let row = 0; row < rows.length; row++) {
		const text = rows[row] ?? "";
		if (row < painted.rows.length && painted.rows[row] === text) continue;
		goTo(row);
		body += CLEAR_ROW + guardRow(text, picture.columns);
	}
	for (let row = rows.length; row < painted.rows.length; row++) {
		if (painted.rows[row] === "") continue;
		goTo(row);
		body += CLEAR_ROW;
	}
	const scrolled = Math.max(0, rows.length - height);
	const target = caret ?? { row: Math.max(0, rows.length - 1), column: undefined };
	const next: Painted = {
		rows: rows.slice(scrolled),
		cursorRow: target.row - scrolled,
		cursorColumn: caret?.column,
	};
	const caretMoved = at !== target.row || painted.cursorColumn !== caret?.column;
	if (body === "" && !caretMoved) return { bytes: "", painted: next };
	goTo(target.row);
	return { bytes: frame(body, caret, picture.synchronized), painted: next };
}

function frame(body: string, caret: Caret | undefined, synchronized: boolean): string {
	const cursor = caret ? `\x1b[${caret.column + 1}G${SHOW_CURSOR}` : "\r";
	const content = `${HIDE_CURSOR}${NO_AUTOWRAP}${body}\x1b[0m${AUTOWRAP}${cursor}`;
	return synchronized ? `\x1b[?2026h${content}\x1b[?2026l` : content;
}

function moveRows(count: number): string {
	if (count === 0) return "";
	return count > 0 ? `\x1b[${count}B` : `\x1b[${-count}A`;
}
