import { CURSOR_MARKER } from "../../component.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import type { Caret } from "./paint.ts";

/** Removes the cursor marker from the rows and returns its position. Returns the same array if there is none. */
export function takeCaret(rows: readonly string[]): { rows: readonly string[]; caret: Caret | undefined } {
	const row = rows.findLastIndex((text) => text.includes(CURSOR_MARKER));
	const text = rows[row];
	if (text === undefined) return { rows, caret: undefined };
	const column = visibleWidth(text.slice(0, text.indexOf(CURSOR_MARKER)));
	const cleaned = rows.map((other) => (other.includes(CURSOR_MARKER) ? other.replaceAll(CURSOR_MARKER, "") : other));
	return { rows: cleaned, caret: { row, column } };
}
