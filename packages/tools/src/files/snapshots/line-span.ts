/** Whole lines, both ends included, counted from 1. */
export interface LineSpan {
	readonly start: number;
	readonly end: number;
}

/** Sorted, with overlapping and touching spans joined. */
export function mergeSpans(spans: readonly LineSpan[]): LineSpan[] {
	const merged: LineSpan[] = [];
	for (const span of [...spans].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last && span.start <= last.end + 1) {
			merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
		} else merged.push(span);
	}
	return merged;
}

export function spansInclude(spans: readonly LineSpan[], lineNumber: number): boolean {
	return spans.some(({ start, end }) => lineNumber >= start && lineNumber <= end);
}

/** The spans that single line numbers form. */
export function spansOf(lineNumbers: Iterable<number>): LineSpan[] {
	return mergeSpans([...lineNumbers].map((lineNumber) => ({ start: lineNumber, end: lineNumber })));
}
