import type { LineChange } from "../../files/mutate/text/line-diff.ts";

/** A change of content lines, in terms of the text before all of them; indexes from 0. */
export type LineEdit =
	| { readonly kind: "replace"; readonly start: number; readonly end: number; readonly lines: readonly string[] }
	| {
			readonly kind: "insert";
			/** The line it was anchored to; the end of the text has none. */
			readonly anchor?: number;
			/** In front of this line. */
			readonly at: number;
			readonly lines: readonly string[];
	  };

export interface EditedLines {
	readonly lines: readonly string[];
	/** What became what, in order; parts that touch are one. */
	readonly changes: readonly LineChange[];
}

/** Does all edits at once. Inserts at one place come in written order, and one inside a replaced range right behind it. */
export function applyLineEdits(lines: readonly string[], edits: readonly LineEdit[]): EditedLines {
	const pieces: Array<readonly string[]> = [];
	const changes: LineChange[] = [];
	let oldIndex = 0;
	let newIndex = 0;
	for (const { start, end, added } of inOrder(edits)) {
		pieces.push(lines.slice(oldIndex, start), added);
		newIndex += start - oldIndex;
		push(changes, { oldStart: start, oldEnd: end, newStart: newIndex, newEnd: newIndex + added.length });
		newIndex += added.length;
		oldIndex = end;
	}
	pieces.push(lines.slice(oldIndex));
	return { lines: pieces.flat(), changes };
}

interface Splice {
	readonly start: number;
	readonly end: number;
	readonly added: readonly string[];
}

function inOrder(edits: readonly LineEdit[]): Splice[] {
	const replaced = edits.filter((edit) => edit.kind === "replace").sort((a, b) => a.start - b.start);
	const splices = edits.map((edit): Splice => {
		if (edit.kind === "replace") return { start: edit.start, end: edit.end, added: edit.lines };
		const around = replaced.find(({ start, end }) => start < edit.at && edit.at < end);
		const at = around ? around.end : edit.at;
		return { start: at, end: at, added: edit.lines };
	});
	// The sort is stable; what has a length begins behind what is inserted in front of it.
	return splices.sort((a, b) => a.start - b.start || a.end - b.end);
}

function push(changes: LineChange[], change: LineChange): void {
	if (change.oldStart === change.oldEnd && change.newStart === change.newEnd) return;
	const last = changes.at(-1);
	if (last && last.oldEnd === change.oldStart) {
		changes[changes.length - 1] = { ...last, oldEnd: change.oldEnd, newEnd: change.newEnd };
	} else changes.push(change);
}
