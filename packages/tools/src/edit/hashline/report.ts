import { contentLines } from "../../shared/mutate/content-lines.ts";
import type { LineChange } from "../../shared/mutate/line-diff.ts";
import type { MadeChange } from "../../shared/mutate/make-changes.ts";
import { anchorHeader, displayLine } from "../../shared/snapshots/display-mode.ts";
import type { LineSpan } from "../../shared/snapshots/line-span.ts";

export interface SectionReport {
	readonly made: MadeChange;
	readonly notes: readonly string[];
	readonly warnings: readonly string[];
}

const linesAround = 2;
/** Of a longer stretch the ends are enough: whoever wrote it knows the middle. */
const maxShown = 100;

/** What the model reads about one file: where to anchor next, and how its surroundings look now. */
export function reportSection({ made, notes, warnings }: SectionReport): string {
	const { at, after, moveTo, tag } = made;
	if (after === undefined) return `Deleted ${made.target.shownPath}`;
	const rows = [tag ? anchorHeader(at.shownPath, tag) : at.shownPath, ...notes];
	if (moveTo) rows.push(`Moved to ${moveTo.shownPath}`);
	rows.push(...previewRows(contentLines(after).lines, made.lineChanges));
	if (warnings.length > 0) rows.push("", "Warnings:", ...warnings);
	return rows.join("\n");
}

function previewRows(lines: readonly string[], changes: readonly LineChange[]): string[] {
	const rows: string[] = [];
	let last = 0;
	for (const { start, end } of spansAround(changes, lines.length)) {
		if (last > 0 && start > last + 1) rows.push("…");
		for (let line = start; line <= end; line++) rows.push(displayLine("hashline", line, lines[line - 1] ?? ""));
		last = end;
	}
	return rows;
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
	return spans.flatMap(shortened);
}

function shortened({ start, end }: LineSpan): LineSpan[] {
	if (end - start < maxShown) return [{ start, end }];
	return [
		{ start, end: start + maxShown / 2 - 1 },
		{ start: end - maxShown / 2 + 1, end },
	];
}
