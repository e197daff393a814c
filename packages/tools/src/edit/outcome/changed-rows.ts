import type { LineChange } from "../../files/mutate/text/line-diff.ts";
import { displayLine } from "../../files/snapshots/display-mode.ts";
import type { LineSpan } from "../../files/snapshots/line-span.ts";

const linesAround = 2;
/** Of a longer stretch the ends are enough: whoever wrote it knows the middle. */
const maxShown = 8;
const shownEnds = 2;

/** The lines that changed, with a few around them, as they read now. */
export function changedRows(
	lines: readonly string[],
	changes: readonly LineChange[],
	mode: "hashline" | "numbered",
): string[] {
	const rows: string[] = [];
	const folds = changes.flatMap(foldChange);
	let last = 0;
	for (const { start, end } of spansAround(changes, lines.length)) {
		if (last > 0 && start > last + 1) rows.push("…");
		for (let line = start; line <= end; line++) {
			const fold = folds.find((span) => span.start === line);
			if (fold) {
				rows.push(`… ${fold.end - fold.start + 1} lines as written`);
				line = fold.end;
			} else rows.push(displayLine(mode, line, lines[line - 1] ?? ""));
		}
		last = end;
	}
	return rows;
}

/** The middle of a long stretch of new lines. */
function foldChange({ newStart, newEnd }: LineChange): LineSpan[] {
	if (newEnd - newStart <= maxShown) return [];
	return [{ start: newStart + 1 + shownEnds, end: newEnd - shownEnds }];
}

function spansAround(changes: readonly LineChange[], lineCount: number): LineSpan[] {
	const spans: LineSpan[] = [];
	for (const { newStart, newEnd } of changes) {
		const start = Math.max(1, newStart + 1 - linesAround);
		const end = Math.min(lineCount, newEnd + linesAround);
		const last = spans.at(-1);
		if (last && start <= last.end + 1) spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) };
		else if (end >= start) spans.push({ start, end });
	}
	return spans;
}
