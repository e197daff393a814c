import { diffLines, type LineChange } from "../../files/mutate/text/line-diff.ts";
import type { LineEdit } from "./line-edit.ts";

export interface Remapped {
	readonly edits: readonly LineEdit[];
	/** Neither the lines nor their neighbours changed, so this is what a merge would have come to. */
	readonly isMerge: boolean;
}

/**
 * Carries edits of one version of a text over to another. Every line they name must be there, unchanged, together, and at
 * a place that is beyond doubt; otherwise there is no answer.
 */
export function remapEdits(
	edits: readonly LineEdit[],
	from: readonly string[],
	to: readonly string[],
): Remapped | undefined {
	const place = certainPlaces(from, to);
	const moved: LineEdit[] = [];
	let isMerge = true;
	for (const edit of edits) {
		const found = edit.kind === "replace" ? moveSpan(edit, place) : moveInsert(edit, place, to);
		if (!found) return undefined;
		moved.push(found);
		isMerge &&= neighboursStay(edit, found, place, from.length, to.length);
	}
	return { edits: moved, isMerge };
}

type Place = (index: number) => number | undefined;

/** Where a line is now. Text that repeats can be lined up in several ways; only what holds from both ends is certain. */
function certainPlaces(from: readonly string[], to: readonly string[]): Place {
	const forward = mapPlaces(diffLines(from, to));
	const backward = mapPlaces(diffLines(from.toReversed(), to.toReversed()));
	return (index) => {
		const place = forward(index);
		if (place === undefined) return undefined;
		return backward(from.length - 1 - index) === to.length - 1 - place ? place : undefined;
	};
}

function mapPlaces(changes: readonly LineChange[]): Place {
	return (index) => {
		let low = 0;
		let high = changes.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((changes[middle]?.oldStart ?? 0) <= index) low = middle + 1;
			else high = middle;
		}
		const before = changes[low - 1];
		if (!before) return index;
		return index < before.oldEnd ? undefined : index + before.newEnd - before.oldEnd;
	};
}

function moveSpan(edit: Extract<LineEdit, { kind: "replace" }>, place: Place): LineEdit | undefined {
	const start = place(edit.start);
	if (start === undefined) return undefined;
	for (let index = edit.start; index < edit.end; index++) {
		if (place(index) !== start + index - edit.start) return undefined;
	}
	return { ...edit, start, end: start + edit.end - edit.start };
}

function moveInsert(
	edit: Extract<LineEdit, { kind: "insert" }>,
	place: Place,
	to: readonly string[],
): LineEdit | undefined {
	const anchor = edit.anchor === undefined ? undefined : place(edit.anchor);
	if (edit.anchor !== undefined && anchor === undefined) return undefined;
	const at = anchor === undefined || edit.anchor === undefined ? to.length : anchor + edit.at - edit.anchor;
	// Whoever repeats an edit that went through would put the lines there twice.
	const isThere = edit.lines.every(
		(line, index) => to[at + index] === line || to[at - edit.lines.length + index] === line,
	);
	return isThere ? undefined : { ...edit, ...(anchor !== undefined && { anchor }), at };
}

function neighboursStay(edit: LineEdit, moved: LineEdit, place: Place, oldLength: number, newLength: number): boolean {
	const [oldStart, oldEnd] = edit.kind === "replace" ? [edit.start, edit.end] : [edit.at, edit.at];
	const [newStart, newEnd] = moved.kind === "replace" ? [moved.start, moved.end] : [moved.at, moved.at];
	const before = oldStart === 0 ? newStart === 0 : place(oldStart - 1) === newStart - 1;
	const after = oldEnd === oldLength ? newEnd === newLength : place(oldEnd) === newEnd;
	return before && after;
}
