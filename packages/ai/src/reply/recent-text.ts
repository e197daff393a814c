import type { TextContent } from "../message.ts";

/** How much of the end of a text is kept in pieces. */
const keptCharacters = 128 * 1024;

interface Recent {
	readonly pieces: string[];
	/** Characters in the pieces. */
	kept: number;
	/** Characters of the whole text. */
	length: number;
}

const recent = new WeakMap<TextContent, Recent>();

/** Extends a text that streams. */
export function growText(content: TextContent, delta: string): void {
	content.text += delta;
	const known = recent.get(content) ?? newRecent(content, delta);
	known.pieces.push(delta);
	known.kept += delta.length;
	known.length += delta.length;
	if (known.kept > 2 * keptCharacters) dropOldest(known);
}

function newRecent(content: TextContent, delta: string): Recent {
	const made: Recent = { pieces: [], kept: 0, length: content.text.length - delta.length };
	recent.set(content, made);
	return made;
}

/** The text will not grow any more. */
export function forgetPieces(content: TextContent): void {
	recent.delete(content);
}

/**
 * `content.text.slice(start, end)` without flattening the text. A string built with `+=` is a rope, and JavaScriptCore copies all
 * of it when a part is read; doing that for every frame of a streaming reply would be quadratic.
 */
export function textBetween(content: TextContent, start: number, end: number): string {
	if (end <= start) return "";
	const known = recent.get(content);
	if (known?.length !== content.text.length || start < known.length - known.kept) return content.text.slice(start, end);
	let from = known.length;
	let index = known.pieces.length;
	while (from > start) from -= known.pieces[--index]?.length ?? from;
	let found = "";
	for (; index < known.pieces.length && from + found.length < end; index++) found += known.pieces[index];
	return found.slice(start - from, end - from);
}

function dropOldest(known: Recent): void {
	let count = 0;
	for (; known.kept > keptCharacters; count++) known.kept -= known.pieces[count]?.length ?? known.kept;
	known.pieces.splice(0, count);
}
