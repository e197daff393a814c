import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type FoundLines, findLines, type MatchOptions, type MatchWay } from "../match/find-lines.ts";
import { closestWindow } from "../match/similar-window.ts";
import { percent } from "../replace/no-match.ts";
import { findAnchor } from "./find-anchor.ts";
import { type Hunk, type HunkRow, oldLinesOf } from "./hunk.ts";

export interface LocatedHunk {
	/** The window of lines it covers, from 0, end excluded. */
	readonly start: number;
	readonly end: number;
	/** Those that were found; blank ones at the end may have been left out. */
	readonly rows: readonly HunkRow[];
	/** How the lines were recognized. */
	readonly how: MatchWay;
}

/** Where a hunk goes, from line `from` on. */
export function locateHunk(
	lines: readonly string[],
	hunk: Hunk,
	from: number,
	options: MatchOptions & { path: string },
): LocatedHunk {
	const hasAnchor = hunk.anchors.length > 0;
	const onlyAdds = oldLinesOf(hunk.rows).length === 0;
	let start = from;
	for (const anchor of hunk.anchors) {
		start = findAnchor(lines, anchor, start, { path: options.path, mayBeAbove: !onlyAdds });
	}
	if (onlyAdds) {
		const at = hasAnchor ? start + 1 : insertionPoint(lines, hunk, from);
		return { start: at, end: at, rows: hunk.rows, how: "exact" };
	}
	for (const rows of withFewerBlanks(hunk.rows)) {
		const wanted = oldLinesOf(rows);
		const found = find(lines, wanted, start, hunk, options);
		if (!found) continue;
		const at = pick(found, hunk, hasAnchor);
		return { start: at, end: at + wanted.length, rows, how: found.how };
	}
	throw notFound(lines, hunk, start, options);
}

/** Nothing to hold on to but a line number, if that; otherwise the end. */
function insertionPoint(lines: readonly string[], { hint, atEnd }: Hunk, from: number): number {
	if (hint === undefined || atEnd) return lines.length;
	return Math.min(Math.max(hint, from), lines.length);
}

const maxBlanksTried = 20;

/** As it is first, then without the blank lines that an author leaves below a hunk: one after the other, or many at once. */
function* withFewerBlanks(rows: readonly HunkRow[]): Generator<readonly HunkRow[]> {
	let fewest = rows.length;
	while (fewest > 1 && isBlank(rows[fewest - 1])) fewest--;
	const last = Math.max(fewest, rows.length - maxBlanksTried);
	for (let end = rows.length; end >= last; end--) yield rows.slice(0, end);
	if (last > fewest) yield rows.slice(0, fewest);
}

function isBlank(row: HunkRow | undefined): boolean {
	return row?.kind === "keep" && row.text.trim() === "";
}

function find(
	lines: readonly string[],
	wanted: readonly string[],
	from: number,
	hunk: Hunk,
	options: MatchOptions,
): FoundLines | undefined {
	const last = lines.length - wanted.length;
	const atEnd = hunk.atEnd && last >= from ? findLines(lines, wanted, { ...options, from: last }) : undefined;
	return atEnd ?? findLines(lines, wanted, { ...options, from });
}

function pick({ how, starts }: FoundLines, hunk: Hunk, hasAnchor: boolean): number {
	const [first = 0] = starts;
	if (starts.length === 1) return first;
	const { hint } = hunk;
	if (how === "similarity" || (hint === undefined && !hasAnchor)) {
		const places = starts.slice(0, 5).map((start) => start + 1);
		throw new ToolError(
			`Found multiple matches for hunk ${hunk.number}, at lines ${places.join(", ")}. Add more context lines, or an anchor: \`@@ <a line above it>\`.`,
		);
	}
	if (hint === undefined) return first;
	const distance = (start: number) => Math.abs(start + 1 - hint);
	return starts.reduce((best, start) => (distance(start) < distance(best) ? start : best), first);
}

function notFound(
	lines: readonly string[],
	hunk: Hunk,
	from: number,
	options: MatchOptions & { path: string },
): ToolError {
	const wanted = oldLinesOf(hunk.rows);
	const message = `Could not find a close enough match in ${options.path}.`;
	const earlier = from > 0 ? findLines(lines, wanted, { ...options, fuzzy: false }) : undefined;
	const which = hunk.number > 1 ? ` Hunk ${hunk.number} was not found.` : "";
	if (earlier) {
		const at = (earlier.starts[0] ?? 0) + 1;
		return new ToolError(
			`${message}${which} Its lines are at line ${at}, before line ${from + 1} where the search began; order hunks from top to bottom.`,
		);
	}
	const closest = closestWindow(lines, wanted);
	if (!closest) return new ToolError(`${message} The file has fewer lines than the hunk.`);
	return new ToolError(
		`${message}${which} Closest match (${percent(closest.similarity)} similar) at line ${closest.start + 1}.`,
	);
}
