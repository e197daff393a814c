import { expandBraces, type Piece } from "./expand-braces.ts";
import type { Part, Script, Word } from "./syntax.ts";

/** One argument as a command gets it, as far as that can be known beforehand. */
export interface Field {
	/** With `unknown` in place of what is only known when it runs. */
	readonly text: string;
	/** With the expression itself in place of that. */
	readonly shown: string;
	/** An unquoted `*`, `?` or `[` stands in it. */
	readonly hasGlob: boolean;
	/** Commands whose output goes into it. */
	readonly scripts: readonly Script[];
}

/** Stands for a value that nobody can know before the command runs; it is in no path and no name. */
export const unknown = "\0";

export interface Values {
	/** `undefined` when it cannot be known. */
	variable(name: string): string | undefined;
	/** What a command prints, if that is plain to see. */
	output(script: Script): string | undefined;
	readonly home: string | undefined;
}

/** What a word becomes: several arguments, one, or none. */
export function expandWord(word: Word, values: Values): Field[] {
	const pieces = word.parts.flatMap((part) => piecesOf(part, values));
	return expandBraces(withHome(pieces, values.home)).flatMap(fieldsOf);
}

/** What stands between double quotes or in a here-document: always one text. */
export function expandText(parts: readonly Part[], values: Values): string {
	return parts
		.flatMap((part) => piecesOf(part, values))
		.map(({ text }) => text)
		.join("");
}

function piecesOf(part: Part, values: Values): Piece[] {
	switch (part.kind) {
		case "text":
			return [{ text: part.text, shown: part.text, quoted: part.quoted, isText: true }];
		case "variable": {
			const value = part.plain ? values.variable(part.name) : undefined;
			if (value !== undefined) return [{ text: value, shown: value, quoted: part.quoted, isText: false }];
			if (part.plain && part.fallback) return part.fallback.flatMap((nested) => piecesOf(nested, values));
			return [{ text: unknown, shown: part.raw, quoted: true, isText: false }];
		}
		case "command": {
			const output = values.output(part.script)?.replace(/\n+$/, "");
			const { script, quoted } = part;
			return output === undefined
				? [{ text: unknown, shown: part.raw, quoted: true, isText: false, script }]
				: [{ text: output, shown: output, quoted, isText: false, script }];
		}
		case "process":
			return [{ text: unknown, shown: part.raw, quoted: true, isText: false, script: part.script }];
		case "arithmetic":
			return [{ text: unknown, shown: part.raw, quoted: true, isText: false }];
	}
}

function withHome(pieces: readonly Piece[], home: string | undefined): readonly Piece[] {
	const [first, ...rest] = pieces;
	if (!first?.isText || first.quoted || home === undefined) return pieces;
	const found = /^~([\w.-]*)(?=\/|$)/.exec(first.text);
	if (!found || (found[0].length === first.text.length && rest[0] && !rest[0].text.startsWith("/"))) return pieces;
	const folder = found[1] === "" ? home : found[1] === "root" ? "/root" : `/home/${found[1]}`;
	const text = folder + first.text.slice(found[0].length);
	return [{ ...first, text, shown: text }, ...rest];
}

/** Unquoted values are cut at blanks. */
function fieldsOf(pieces: readonly Piece[]): Field[] {
	const fields: Field[] = [];
	let current: { text: string; shown: string; hasGlob: boolean; scripts: Script[] } | undefined;
	const open = () => {
		current ??= { text: "", shown: "", hasGlob: false, scripts: [] };
		return current;
	};
	const close = () => {
		if (current) fields.push(current);
		current = undefined;
	};
	for (const piece of pieces) {
		if (piece.quoted || piece.isText) add(open(), piece, piece.text, piece.shown);
		else
			for (const run of piece.text.split(/([ \t\n]+)/)) {
				if (run === "") continue;
				if (/^[ \t\n]/.test(run)) close();
				else add(open(), piece, run, run);
			}
		if (piece.script) open().scripts.push(piece.script);
	}
	close();
	return fields;
}

function add(
	field: { text: string; shown: string; hasGlob: boolean },
	{ quoted }: Piece,
	text: string,
	shown: string,
): void {
	field.text += text;
	field.shown += shown;
	field.hasGlob ||= !quoted && /[*?[]/.test(text);
}
