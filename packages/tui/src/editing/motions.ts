import { nextBoundary, previousBoundary } from "../text/graphemes.ts";
import { wordLeft, wordRight } from "../text/words.ts";
import { type AtomFinder, atomAfter, atomBefore } from "./atoms.ts";
import { currentLine, type EditPosition, type EditState, moveTo } from "./edit-state.ts";

/** The target position of a motion. */
export type Motion = (state: EditState, atoms: AtomFinder) => EditPosition;

export const charLeft: Motion = (state, atoms) => {
	const line = currentLine(state);
	if (state.column === 0) return endOfLine(state, state.lineIndex - 1) ?? position(state);
	const atom = atomBefore(atoms(line), state.column);
	return { lineIndex: state.lineIndex, column: atom?.start ?? previousBoundary(line, state.column) };
};

export const charRight: Motion = (state, atoms) => {
	const line = currentLine(state);
	if (state.column >= line.length) return startOfLine(state, state.lineIndex + 1) ?? position(state);
	const atom = atomAfter(atoms(line), state.column);
	return { lineIndex: state.lineIndex, column: atom?.end ?? nextBoundary(line, state.column) };
};

export const wordBackward: Motion = (state, atoms) => {
	if (state.column === 0) return charLeft(state, atoms);
	const line = currentLine(state);
	const found = atoms(line);
	const column = wordLeft(line, state.column);
	const inside = found.find((atom) => atom.start < column && column < atom.end);
	return { lineIndex: state.lineIndex, column: atomBefore(found, state.column)?.start ?? inside?.start ?? column };
};

export const wordForward: Motion = (state, atoms) => {
	const line = currentLine(state);
	if (state.column >= line.length) return charRight(state, atoms);
	const found = atoms(line);
	const column = wordRight(line, state.column);
	const inside = found.find((atom) => atom.start < column && column < atom.end);
	return { lineIndex: state.lineIndex, column: atomAfter(found, state.column)?.end ?? inside?.end ?? column };
};

export const lineStart: Motion = (state) => ({ lineIndex: state.lineIndex, column: 0 });

export const lineEnd: Motion = (state) => ({ lineIndex: state.lineIndex, column: currentLine(state).length });

/** To the start of the line, or to the end of the line above if already there, so that repeating it continues. */
export const killStart: Motion = (state, atoms) =>
	state.column === 0 ? charLeft(state, atoms) : lineStart(state, atoms);

export const killEnd: Motion = (state, atoms) =>
	state.column >= currentLine(state).length ? charRight(state, atoms) : lineEnd(state, atoms);

/** To the next occurrence of a character after the caret. */
export function jumpForward(state: EditState, character: string): EditState {
	for (let lineIndex = state.lineIndex; lineIndex < state.lines.length; lineIndex++) {
		const from = lineIndex === state.lineIndex ? state.column + 1 : 0;
		const column = (state.lines[lineIndex] ?? "").indexOf(character, from);
		if (column >= 0) return moveTo(state, lineIndex, column);
	}
	return state;
}

export function jumpBackward(state: EditState, character: string): EditState {
	for (let lineIndex = state.lineIndex; lineIndex >= 0; lineIndex--) {
		const line = state.lines[lineIndex] ?? "";
		const before = lineIndex === state.lineIndex ? line.slice(0, state.column) : line;
		const column = before.lastIndexOf(character);
		if (column >= 0) return moveTo(state, lineIndex, column);
	}
	return state;
}

function position({ lineIndex, column }: EditState): EditPosition {
	return { lineIndex, column };
}

function endOfLine(state: EditState, lineIndex: number): EditPosition | undefined {
	const line = state.lines[lineIndex];
	return line === undefined ? undefined : { lineIndex, column: line.length };
}

function startOfLine(state: EditState, lineIndex: number): EditPosition | undefined {
	return lineIndex < state.lines.length ? { lineIndex, column: 0 } : undefined;
}
