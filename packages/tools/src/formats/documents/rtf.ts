import { DocumentError } from "./document-error.ts";

/** Groups that hold data about the text, not text. */
const silentGroups = /^\{\\(?:\*|fonttbl|colortbl|stylesheet|info|pict|object|header|footer|themedata|generator)/;
const symbols: Readonly<Record<string, string>> = {
	par: "\n",
	line: "\n",
	sect: "\n\n",
	page: "\n\n",
	tab: "\t",
	cell: " | ",
	row: "\n",
	emdash: "—",
	endash: "–",
	bullet: "•",
	lquote: "‘",
	rquote: "’",
	ldblquote: "“",
	rdblquote: "”",
};
const tokenPattern = /\\'([0-9a-f]{2})|\\([a-z]+)(-?\d+)? ?|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;

export async function rtfText(path: string): Promise<string> {
	const source = await Bun.file(path).text();
	if (!source.startsWith("{\\rtf")) throw new DocumentError("it is not an RTF file");
	let text = "";
	let depth = 0;
	let silentFrom = Number.POSITIVE_INFINITY;
	let skip = 0;
	for (const match of source.matchAll(tokenPattern)) {
		const [, hex, word, number, symbol, brace, plain] = match;
		if (brace === "{") {
			depth++;
			if (silentGroups.test(source.slice(match.index, match.index + 20))) silentFrom = Math.min(silentFrom, depth);
		} else if (brace === "}") {
			if (depth === silentFrom) silentFrom = Number.POSITIVE_INFINITY;
			depth--;
		}
		if (depth >= silentFrom) continue;
		if (word === "u" && number !== undefined) {
			text += String.fromCharCode((Number(number) + 65_536) % 65_536);
			// A stand-in for old readers follows.
			skip = 1;
		} else if (hex !== undefined) {
			if (skip > 0) skip--;
			else text += new TextDecoder("windows-1252").decode(new Uint8Array([Number.parseInt(hex, 16)]));
		} else if (word !== undefined) text += symbols[word.toLowerCase()] ?? "";
		else if (symbol !== undefined) text += symbol === "~" ? " " : /[\\{}]/.test(symbol) ? symbol : "";
		else if (plain !== undefined) {
			text += plain.slice(skip);
			skip = 0;
		}
	}
	return text.replace(/\n{3,}/g, "\n\n").trim();
}
