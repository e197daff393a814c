import { hasSizedText, splitSizedText } from "./sized-text.ts";

/**
 * Columns of a line in the terminal: escape sequences zero, a grapheme cluster as one, wide and emoji two, ambiguous
 * one. Bun computes this natively, with a fast path for ASCII.
 */
export function visibleWidth(text: string): number {
	if (!hasSizedText(text)) return Bun.stringWidth(text);
	let columns = 0;
	for (const piece of splitSizedText(text)) {
		columns += typeof piece === "string" ? Bun.stringWidth(piece) : piece.columns;
	}
	return columns;
}
