/** A record of a CSV text and the line on which it begins, from 1. */
export interface CsvRecord {
	readonly fields: readonly string[];
	readonly line: number;
}

export class CsvError extends Error {
	override readonly name = "CsvError";
	readonly line: number;

	constructor(line: number, message: string) {
		super(message);
		this.line = line;
	}
}

/** Reads CSV as RFC 4180 has it: fields in quotes may hold separators, line breaks and doubled quotes. Blank lines are left out. */
export function* parseCsv(text: string, separator = ","): Generator<CsvRecord> {
	let offset = text.charCodeAt(0) === 0xfeff ? 1 : 0;
	let line = 1;
	while (offset < text.length) {
		const start = line;
		const fields: string[] = [];
		for (;;) {
			let field: string;
			if (text[offset] === '"') {
				const end = closingQuote(text, offset, start);
				field = text.slice(offset + 1, end).replaceAll('""', '"');
				line += countBreaks(text, offset, end);
				offset = end + 1;
				const next = text[offset];
				if (next !== undefined && next !== separator && next !== "\n" && next !== "\r")
					throw new CsvError(line, `column ${fields.length + 1}: text after the closing quote`);
			} else {
				const end = endOfField(text, offset, separator);
				field = text.slice(offset, end);
				if (field.includes('"'))
					throw new CsvError(
						line,
						`column ${fields.length + 1}: a field with a quote must be in quotes, and the quote doubled`,
					);
				offset = end;
			}
			fields.push(field);
			if (text[offset] !== separator) break;
			offset++;
		}
		if (text[offset] === "\r" && text[offset + 1] === "\n") offset++;
		offset++;
		line++;
		if (fields.length > 1 || fields[0] !== "") yield { fields, line: start };
	}
}

function closingQuote(text: string, opening: number, line: number): number {
	let at = opening + 1;
	for (;;) {
		const quote = text.indexOf('"', at);
		if (quote < 0) throw new CsvError(line, "a quote that is never closed");
		if (text[quote + 1] !== '"') return quote;
		at = quote + 2;
	}
}

function endOfField(text: string, from: number, separator: string): number {
	for (let index = from; index < text.length; index++) {
		const character = text[index];
		if (character === separator || character === "\n" || character === "\r") return index;
	}
	return text.length;
}

function countBreaks(text: string, from: number, to: number): number {
	let count = 0;
	for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
	return count;
}
