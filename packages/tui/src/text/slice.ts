import { isPrintableAscii } from "./ascii.ts";
import { hasSizedText, splitSizedText } from "./sized-text.ts";
import { visibleWidth } from "./visible-width.ts";

export interface Slice {
	readonly text: string;
	/** At most the requested width; less at the end of the line or if a wide character did not fit. */
	readonly width: number;
}

/** The part of a line between two columns, with its styles. A wide character that fits only half is left out. */
export function sliceWithWidth(text: string, startColumn: number, endColumn: number): Slice {
	const start = Math.max(0, Math.floor(startColumn));
	const end = Math.max(start, Math.floor(endColumn));
	if (isPrintableAscii(text)) {
		const part = text.slice(start, end);
		return { text: part, width: part.length };
	}
	return hasSizedText(text) ? sliceSized(text, start, end) : sliceStyled(text, start, end);
}

function sliceStyled(text: string, start: number, end: number): Slice {
	// Bun keeps a wide character that starts in the last column, and counts some clusters otherwise when they are cut.
	for (let last = end; last > start; last--) {
		const part = Bun.sliceAnsi(text, start, last);
		const width = Bun.stringWidth(part);
		if (width <= end - start) return { text: part, width };
	}
	return { text: "", width: 0 };
}

function sliceSized(text: string, start: number, end: number): Slice {
	let column = 0;
	let part = "";
	let width = 0;
	for (const piece of splitSizedText(text)) {
		const columns = typeof piece === "string" ? visibleWidth(piece) : piece.columns;
		const from = Math.max(start, column);
		const to = Math.min(end, column + columns);
		if (typeof piece === "string") {
			const slice = to > from ? sliceStyled(piece, from - column, to - column) : { text: "", width: 0 };
			part += slice.text;
			width += slice.width;
		} else if (column >= start && column + columns <= end) {
			part += piece.sequence;
			width += columns;
		} else if (to > from) {
			part += " ".repeat(to - from);
			width += to - from;
		}
		column += columns;
	}
	return { text: part, width };
}
