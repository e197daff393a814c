import type { Script } from "../parse/syntax.ts";

/** A stretch of a word whose origin is the same throughout. */
export interface Piece {
	readonly text: string;
	readonly shown: string;
	/** Kept in one, and nothing in it is special. */
	readonly quoted: boolean;
	/** Written like this, not the value of something. */
	readonly isText: boolean;
	/** Stands for names of files even between quotes. */
	readonly isPattern?: boolean;
	readonly script?: Script;
}

const maxWords = 64;
/** Nobody writes more by hand; it keeps the search for pairs short. */
const maxPieces = 2000;

/** `a{b,c}` as `ab` and `ac`. Sequences such as `{1..3}` stay, since no command is hidden in them. */
export function expandBraces(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
	if (!pieces.some((piece) => isOpen(piece) && piece.text.includes("{"))) return [pieces];
	const single = pieces.flatMap(singleCharacters);
	return single.length > maxPieces ? [pieces] : expand(single).slice(0, maxWords);
}

function isOpen(piece: Piece): boolean {
	return piece.isText && !piece.quoted;
}

function singleCharacters(piece: Piece): Piece[] {
	if (!isOpen(piece)) return [piece];
	return piece.text.split(/([{},])/).flatMap((text) => (text === "" ? [] : [{ ...piece, text, shown: text }]));
}

function expand(pieces: readonly Piece[]): (readonly Piece[])[] {
	for (let start = 0; start < pieces.length; start++) {
		if (!isChar(pieces[start], "{")) continue;
		const choices = choicesFrom(pieces, start);
		if (!choices) continue;
		const before = pieces.slice(0, start);
		const after = expand(pieces.slice(choices.end)).slice(0, maxWords);
		return choices.options
			.flatMap((option) => expand(option).slice(0, maxWords))
			.flatMap((option) => after.map((rest) => [...before, ...option, ...rest]))
			.slice(0, maxWords);
	}
	return [pieces];
}

/** The alternatives of the brace at `start`, if it is closed and has a comma. */
function choicesFrom(
	pieces: readonly Piece[],
	start: number,
): { options: (readonly Piece[])[]; end: number } | undefined {
	const options: (readonly Piece[])[] = [];
	let depth = 0;
	let from = start + 1;
	for (let at = start; at < pieces.length; at++) {
		const piece = pieces[at];
		if (isChar(piece, "{")) depth++;
		else if (isChar(piece, "}")) depth--;
		if (depth === 0 || (depth === 1 && isChar(piece, ","))) {
			options.push(pieces.slice(from, at));
			from = at + 1;
		}
		if (depth === 0) return options.length > 1 ? { options, end: at + 1 } : undefined;
	}
	return undefined;
}

function isChar(piece: Piece | undefined, char: string): boolean {
	return piece !== undefined && isOpen(piece) && piece.text === char;
}
