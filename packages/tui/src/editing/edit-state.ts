/** A text with a caret. Immutable, so that undo can restore it. */
export interface EditState {
	/** At least one. */
	readonly lines: readonly string[];
	readonly lineIndex: number;
	/** Index into the line's string. */
	readonly column: number;
}

export const EMPTY_STATE: EditState = { lines: [""], lineIndex: 0, column: 0 };

/** With the caret at the end. */
export function createState(text: string): EditState {
	const lines = text.split("\n");
	return { lines, lineIndex: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}

export function textOf(state: EditState): string {
	return state.lines.join("\n");
}

export function currentLine(state: EditState): string {
	return state.lines[state.lineIndex] ?? "";
}

export function isEmpty(state: EditState): boolean {
	return state.lines.length === 1 && state.lines[0] === "";
}

export function moveTo(state: EditState, lineIndex: number, column: number): EditState {
	const line = Math.max(0, Math.min(lineIndex, state.lines.length - 1));
	const length = state.lines[line]?.length ?? 0;
	return { lines: state.lines, lineIndex: line, column: Math.max(0, Math.min(column, length)) };
}

export function insertText(state: EditState, text: string): EditState {
	const line = currentLine(state);
	const inserted = text.split("\n");
	const last = inserted.at(-1) ?? "";
	const before = line.slice(0, state.column);
	const after = line.slice(state.column);
	const replacement =
		inserted.length === 1
			? [before + last + after]
			: [before + (inserted[0] ?? ""), ...inserted.slice(1, -1), last + after];
	return {
		lines: [...state.lines.slice(0, state.lineIndex), ...replacement, ...state.lines.slice(state.lineIndex + 1)],
		lineIndex: state.lineIndex + inserted.length - 1,
		column: inserted.length === 1 ? state.column + last.length : last.length,
	};
}

/** A position in the text. */
export interface EditPosition {
	readonly lineIndex: number;
	readonly column: number;
}

/** Removes the text between two positions, in either order, and moves the caret there. */
export function removeRange(state: EditState, a: EditPosition, b: EditPosition): { state: EditState; removed: string } {
	const isForward = a.lineIndex < b.lineIndex || (a.lineIndex === b.lineIndex && a.column <= b.column);
	const [start, end] = isForward ? [a, b] : [b, a];
	const first = state.lines[start.lineIndex] ?? "";
	const last = state.lines[end.lineIndex] ?? "";
	const removed =
		start.lineIndex === end.lineIndex
			? first.slice(start.column, end.column)
			: [
					first.slice(start.column),
					...state.lines.slice(start.lineIndex + 1, end.lineIndex),
					last.slice(0, end.column),
				].join("\n");
	const joined = first.slice(0, start.column) + last.slice(end.column);
	const lines = state.lines.toSpliced(start.lineIndex, end.lineIndex - start.lineIndex + 1, joined);
	return { state: { lines, lineIndex: start.lineIndex, column: start.column }, removed };
}
