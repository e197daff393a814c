import { isPrintableAscii } from "../text/ascii.ts";
import { graphemes } from "../text/graphemes.ts";
import { replaceTabs } from "../text/tabs.ts";
import { visibleWidth } from "../text/visible-width.ts";

/** A row of the screen within a line: string indexes, the end exclusive. */
export interface RowSpan {
	readonly start: number;
	readonly end: number;
}

/**
 * Line breaking for an editor: unlike for reading, every character keeps its place, so spaces at a break stay at the
 * end of the row even if they do not fit.
 */
export function layoutLine(line: string, width: number): readonly RowSpan[] {
	const columns = Math.max(1, width);
	if (isPrintableAscii(line))
		return line.length <= columns ? [{ start: 0, end: line.length }] : breakLine(line, columns);
	return displayWidth(line) <= columns ? [{ start: 0, end: line.length }] : breakLine(line, columns);
}

/** Display width in the editor, where tabs have a fixed width. */
export function displayWidth(text: string): number {
	return visibleWidth(replaceTabs(text));
}

/** The index in the row closest to a column; never inside a grapheme. */
export function indexAtColumn(line: string, span: RowSpan, column: number): number {
	let index = span.start;
	let width = 0;
	for (const cluster of graphemes(line.slice(span.start, span.end))) {
		const next = width + displayWidth(cluster);
		if (next > column) break;
		width = next;
		index += cluster.length;
	}
	return index;
}

function breakLine(line: string, columns: number): readonly RowSpan[] {
	const spans: RowSpan[] = [];
	let rowStart = 0;
	let rowWidth = 0;
	let index = 0;
	/** The best place to break: after a space or a wide character. */
	let wordStart = 0;
	let wordWidth = 0;
	for (const cluster of graphemes(line)) {
		const width = displayWidth(cluster);
		const isSpace = cluster === " " || cluster === "\t";
		while (!isSpace && rowWidth + width > columns && index > rowStart) {
			const breaksWord = wordStart <= rowStart;
			const breakAt = breaksWord ? index : wordStart;
			spans.push({ start: rowStart, end: breakAt });
			rowStart = breakAt;
			rowWidth = breaksWord ? 0 : wordWidth;
			if (breaksWord) wordWidth = 0;
		}
		rowWidth += width;
		index += cluster.length;
		wordWidth += width;
		if (isSpace || width > 1) {
			wordStart = index;
			wordWidth = 0;
		}
	}
	spans.push({ start: rowStart, end: line.length });
	return spans;
}
