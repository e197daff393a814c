import type { Part, Script, Word } from "../parse/syntax.ts";
import { expandBraces, type Piece } from "./expand-braces.ts";
import { transformedValue } from "./parameter.ts";

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
	/** The value is a pattern for names of files, and the variable goes through them. */
	isPattern?(name: string): boolean;
	/** What a command prints, if that is plain to see. */
	output(script: Script): string | undefined;
	/** The text of a file that the line has written before. */
	fileText(path: string): string | undefined;
	readonly home: string | undefined;
	readonly cwd: string | undefined;
}

/** What a word becomes: several arguments, one, or none. */
export function expandWord(word: Word, values: Values): Field[] {
	const pieces = word.parts.flatMap((part) => expandPart(part, values));
	const separators = values.variable("IFS") ?? " \t\n";
	return expandBraces(withHome(pieces, values.home)).flatMap((word) => splitFields(word, separators));
}

/** What stands between double quotes or in a here-document: always one text. */
export function expandText(parts: readonly Part[], values: Values): string {
	return parts
		.flatMap((part) => expandPart(part, values))
		.map(({ text }) => text)
		.join("");
}

function expandPart(part: Part, values: Values): Piece[] {
	switch (part.kind) {
		case "text":
			return [{ text: part.text, shown: part.text, quoted: part.quoted, isText: true }];
		case "variable": {
			const value = parameterValue(part, values);
			const isPattern = part.plain && (values.isPattern?.(part.name) ?? false);
			if (value !== undefined) return [{ text: value, shown: value, quoted: part.quoted, isText: false, isPattern }];
			if (part.fallback) return part.fallback.flatMap((nested) => expandPart(nested, values));
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

function parameterValue(part: Part & { kind: "variable" }, values: Values): string | undefined {
	const value = values.variable(part.name);
	if (part.plain) return value;
	if (part.indirect) return value === undefined ? undefined : values.variable(value);
	if (part.counted) return value === undefined ? undefined : String(value.length);
	const operation = expandText(part.nested, values);
	const index = /^\[([^\]]*)\]$/.exec(operation)?.[1];
	if (index !== undefined) return values.variable(`${part.name}[${index}]`);
	return value === undefined || operation.includes(unknown) ? undefined : transformedValue(value, operation);
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

/** Unquoted values are cut at blanks, or whatever else separates. */
function splitFields(pieces: readonly Piece[], separators: string): Field[] {
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
			for (const [index, run] of cutAt(piece.text, separators).entries()) {
				if (index > 0) close();
				if (run !== "") add(open(), piece, run, run);
			}
		if (piece.script) open().scripts.push(piece.script);
	}
	close();
	return fields;
}

function cutAt(text: string, separators: string): string[] {
	if (separators === "") return [text];
	const runs: string[] = [""];
	for (const char of text) {
		if (separators.includes(char)) runs.push("");
		else runs[runs.length - 1] += char;
	}
	return runs;
}

function add(
	field: { text: string; shown: string; hasGlob: boolean },
	{ quoted, isPattern = false }: Piece,
	text: string,
	shown: string,
): void {
	field.text += text;
	field.shown += shown;
	field.hasGlob ||= (!quoted || isPattern) && /[*?[]/.test(text);
}
