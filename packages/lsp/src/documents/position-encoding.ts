import type { Position } from "vscode-languageserver-types";

/** How a server counts columns. JavaScript strings count in utf-16. */
export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

export function isPositionEncoding(value: unknown): value is PositionEncoding {
	return value === "utf-8" || value === "utf-16" || value === "utf-32";
}

/** A position in a JavaScript string, as the server counts. */
export function encodePosition(position: Position, lineText: string, encoding: PositionEncoding): Position {
	if (encoding === "utf-16") return position;
	const before = lineText.slice(0, position.character);
	const character = encoding === "utf-8" ? Buffer.byteLength(before) : countCodePoints(before);
	return { line: position.line, character };
}

/** A position of the server, in a JavaScript string. A column beyond the line is its end, one inside a character its start. */
export function decodePosition(position: Position, lineText: string, encoding: PositionEncoding): Position {
	if (encoding === "utf-16") return position;
	const width = encoding === "utf-8" ? utf8Width : () => 1;
	let units = 0;
	let character = 0;
	for (const char of lineText) {
		units += width(char);
		if (units > position.character) break;
		character += char.length;
	}
	return { line: position.line, character };
}

function countCodePoints(text: string): number {
	let count = 0;
	for (const _ of text) count++;
	return count;
}

function utf8Width(char: string): number {
	const code = char.codePointAt(0) ?? 0;
	if (code < 0x80) return 1;
	if (code < 0x800) return 2;
	return code < 0x1_0000 ? 3 : 4;
}
