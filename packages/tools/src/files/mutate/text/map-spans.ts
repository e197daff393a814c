import { type LineSpan, mergeSpans } from "../../snapshots/line-span.ts";
import type { LineChange } from "./line-diff.ts";

/** Where lines are after a change; what came with the change counts too, as whoever made it knows it. */
export function mapSpans(spans: readonly LineSpan[], changes: readonly LineChange[]): LineSpan[] {
	const mapped: LineSpan[] = changes
		.filter(({ newStart, newEnd }) => newEnd > newStart)
		.map(({ newStart, newEnd }) => ({ start: newStart + 1, end: newEnd }));
	for (const span of spans) mapped.push(...splitSpan(span, changes));
	return mergeSpans(mapped);
}

function splitSpan(span: LineSpan, changes: readonly LineChange[]): LineSpan[] {
	const pieces: LineSpan[] = [];
	let from = span.start - 1;
	let shift = 0;
	for (const { oldStart, oldEnd, newEnd } of changes) {
		if (oldStart >= span.end) break;
		if (oldStart > from) pieces.push({ start: from + shift + 1, end: oldStart + shift });
		shift = newEnd - oldEnd;
		from = Math.max(from, oldEnd);
	}
	if (from < span.end) pieces.push({ start: from + shift + 1, end: span.end + shift });
	return pieces;
}
