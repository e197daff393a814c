import { sliceWithWidth } from "../text/slice.ts";
import { visibleWidth } from "../text/visible-width.ts";

// Styles, links, prompt marks, sized text, inline images; everything else could move the cursor or clear the screen.
const ALLOWED = /^\x1b(?:\[[0-9;:]*m|\](?:8|66|133|1337);|_G|P)/;
// Almost all rows have styles and nothing else, and are not looked at any closer.
const SUSPECT = /\x1b(?!\[[0-9;:]*m)|[\x00-\x1a\x1c-\x1f\x7f-\x9f]/;
const SEQUENCE =
	/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?|\x1b\[[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f-\x9f]/g;

/** A component that returns too wide a row or a control character must not spoil the rest of the screen. */
export function guardRow(row: string, width: number): string {
	const safe = SUSPECT.test(row) ? row.replace(SEQUENCE, keepAllowed) : row;
	return visibleWidth(safe) <= width ? safe : sliceWithWidth(safe, 0, width).text;
}

function keepAllowed(sequence: string): string {
	return ALLOWED.test(sequence) ? sequence : "";
}
