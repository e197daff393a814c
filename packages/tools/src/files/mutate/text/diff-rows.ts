import { diffLines, type LineChange } from "./line-diff.ts";

/** A change as people and views see it. */
export interface DescribedChange {
	/** ` 1|stays`, `-2|goes`, `+2|comes`; context and what goes have old line numbers; `…` stands for lines between. */
	readonly diff: string;
	/** In the new text, from 1; absent when nothing changed. */
	readonly firstChangedLine?: number;
}

const contextLines = 3;

/** `within` says where to look, when that is known; the finest changes inside are found here. */
export function describeChange(
	before: readonly string[],
	after: readonly string[],
	within?: readonly LineChange[],
): DescribedChange {
	const changes = within ? within.flatMap((part) => refine(before, after, part)) : diffLines(before, after);
	const rows: string[] = [];
	let shownTo = 0;
	for (const [index, change] of changes.entries()) {
		const from = Math.max(change.oldStart - contextLines, shownTo);
		if (from > shownTo && rows.length > 0) rows.push("…");
		const next = changes[index + 1];
		const to = Math.min(change.oldEnd + contextLines, next?.oldStart ?? before.length, before.length);
		pushRows(rows, " ", before, from, change.oldStart);
		pushRows(rows, "-", before, change.oldStart, change.oldEnd);
		pushRows(rows, "+", after, change.newStart, change.newEnd);
		pushRows(rows, " ", before, change.oldEnd, to);
		shownTo = to;
	}
	const [first] = changes;
	return { diff: rows.join("\n"), ...(first && { firstChangedLine: first.newStart + 1 }) };
}

function refine(before: readonly string[], after: readonly string[], part: LineChange): LineChange[] {
	const inner = diffLines(before.slice(part.oldStart, part.oldEnd), after.slice(part.newStart, part.newEnd));
	return inner.map((change) => ({
		oldStart: change.oldStart + part.oldStart,
		oldEnd: change.oldEnd + part.oldStart,
		newStart: change.newStart + part.newStart,
		newEnd: change.newEnd + part.newStart,
	}));
}

function pushRows(rows: string[], sign: string, lines: readonly string[], from: number, to: number): void {
	for (let index = from; index < to; index++) rows.push(`${sign}${index + 1}|${lines[index] ?? ""}`);
}
