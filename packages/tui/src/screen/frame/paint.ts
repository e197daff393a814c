import { type DrawableImage, markedImage } from "../../image/image-mark.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import { fitRow, guardRow, haveOnlyStyles } from "./row-guard.ts";

/** What is on the terminal now, from our first row down. */
export interface Painted {
	/** `undefined`: unknown content. */
	readonly rows: ReadonlyArray<string | undefined>;
	/** Row of the cursor, from our first row. */
	readonly cursorRow: number;
	/** `undefined`: hidden, or not where we put it. */
	readonly cursorColumn: number | undefined;
}

export interface Caret {
	readonly row: number;
	readonly column: number;
}

/** The desired content, from our first row down. If it does not fit, the first rows scroll off. */
export interface Picture {
	readonly rows: readonly string[];
	readonly caret: Caret | undefined;
	readonly columns: number;
	readonly height: number;
	readonly synchronized: boolean;
	/** Saves a cursor position that tells how wide the terminal was when it drew the frame. */
	readonly marksWidth?: boolean;
	/** How to draw images that end in marked rows. */
	drawable?(id: number): DrawableImage | undefined;
}

export interface PaintResult {
	/** Empty if nothing changed. */
	readonly bytes: string;
	readonly painted: Painted;
}

export const NOTHING_PAINTED: Painted = { rows: [], cursorRow: 0, cursorColumn: undefined };

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
const NO_AUTOWRAP = "\x1b[?7l";
const AUTOWRAP = "\x1b[?7h";
const CLEAR_ROW = "\r\x1b[0m\x1b[K";

// Not the last column itself, where a saved cursor ends up when the terminal becomes narrower.
const MARK_FROM_EDGE = 3;
const WIDTH_MARK = `\x1b[999G\x1b[${MARK_FROM_EDGE}D\x1b7`;

/** Whether the terminal had this width when it drew a frame that marked it. */
export function isMarkOf(columns: number, savedColumn: number): boolean {
	return savedColumn === Math.max(0, columns - 1 - MARK_FROM_EDGE);
}

/**
 * The bytes that change one frame into the next: only differing rows are written, with cursor moves relative to each
 * other, so that the absolute screen row does not matter. Rows beyond the bottom scroll the terminal.
 */
export function paint(painted: Painted, picture: Picture): PaintResult {
	const { rows, caret, height } = picture;
	let at = painted.cursorRow;
	let body = "";
	let lastWritten = -1;
	const onlyStyles = haveOnlyStyles(rows);
	const goTo = (row: number): void => {
		// A line feed also resets the terminal's wrap flag of the row; a cursor move would not.
		const isNewGround = row > at && painted.rows[row] === undefined;
		body += isNewGround ? "\r\n".repeat(row - at) : moveRows(row - at);
		at = row;
	};
	for (let row = 0; row < rows.length; row++) {
		const text = rows[row] ?? "";
		const image = onlyStyles ? undefined : imageEndingIn(text, row, picture);
		const isTouched = image !== undefined && lastWritten > row - image.rows;
		if (row < painted.rows.length && painted.rows[row] === text && !isTouched) continue;
		goTo(row);
		const safe = onlyStyles ? fitRow(text, picture.columns) : guardRow(text, picture.columns);
		body += CLEAR_ROW + safe + (image?.bytes ?? "");
		lastWritten = row;
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
	return { bytes: frame(body, caret, picture), painted: next };
}

/** Images are drawn with their last row; one that starts above the screen is left alone. */
function imageEndingIn(text: string, row: number, picture: Picture): DrawableImage | undefined {
	const mark = markedImage(text);
	const image = mark && picture.drawable?.(mark.id);
	if (!mark || !image || row + 1 < image.rows || image.rows > picture.height) return undefined;
	const column = visibleWidth(text.slice(0, mark.index));
	const up = image.rows > 1 ? `\x1b[${image.rows - 1}A` : "";
	return { rows: image.rows, bytes: `\x1b7${up}\x1b[${column + 1}G${image.bytes}\x1b8` };
}

function frame(body: string, caret: Caret | undefined, { synchronized, marksWidth }: Picture): string {
	const mark = marksWidth ? WIDTH_MARK : "";
	const cursor = caret ? `\x1b[${caret.column + 1}G${SHOW_CURSOR}` : "\r";
	const content = `${HIDE_CURSOR}${NO_AUTOWRAP}${body}\x1b[0m${AUTOWRAP}${mark}${cursor}`;
	return synchronized ? `\x1b[?2026h${content}\x1b[?2026l` : content;
}

function moveRows(count: number): string {
	if (count === 0) return "";
	return count > 0 ? `\x1b[${count}B` : `\x1b[${-count}A`;
}
