import { hasSizedText, splitSizedText } from "./sized-text.ts";

/**
 * Columns a line takes in the terminal: escape sequences none, a grapheme cluster as one, wide and emoji two, ambiguous
 * one. Bun counts this natively and has its own fast path for plain ASCII.
 */
export function visibleWidth(text: string): number {
	if (!hasSizedText(text)) return Bun.stringWidth(text);
	let columns = 0;
	for (const piece of splitSizedText(text)) {
		columns += typeof piece === "string" ? Bun.stringWidth(piece) : piece.columns;
	}
	return columns;
}
