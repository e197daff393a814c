import { sliceWithWidth } from "../../text/slice.ts";
import { visibleWidth } from "../../text/visible-width.ts";

// Styles, links, prompt marks, sized text, inline images; everything else could move the cursor or clear the screen, as could
// a string that is not ended or holds a control character.
const ALLOWED =
	/^\x1b(?:\[[0-9;:]*m|\](?:8|66|133|1337);[^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\)|(?:_G|P)[^\x00-\x1f\x7f-\x9f]*\x1b\\)$/;
// Almost all rows have only styles and skip the closer check.
const SUSPECT = /\x1b(?!\[[0-9;:]*m)|[\x00-\x1a\x1c-\x1f\x7f-\x9f]/;
const SEQUENCE =
	/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?|\x1b\[[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f-\x9f]/g;

/**
 * Truncates a row that is too wide and removes control characters, so that a faulty component cannot corrupt the
 * screen.
 */
export function guardRow(row: string, width: number): string {
	return fitRow(SUSPECT.test(row) ? row.replace(SEQUENCE, keepAllowed) : row, width);
}

/** Truncates a row that is too wide and is known to have no control characters. */
export function fitRow(row: string, width: number): string {
	return visibleWidth(row) <= width ? row : sliceWithWidth(row, 0, width).text;
}

/**
 * Tests all rows with one call of the regex, which is faster than one for each. Joined by a space, so that a row cannot complete an
 * escape sequence of the row before it.
 */
export function haveOnlyStyles(rows: readonly string[]): boolean {
	return !SUSPECT.test(rows.join(" "));
}

function keepAllowed(sequence: string): string {
	return ALLOWED.test(sequence) ? sequence : "";
}
