import { expect, test } from "bun:test";
import { parseCsv } from "./csv.ts";

const read = (text: string, separator?: string) =>
	[...parseCsv(text, separator)].map(({ fields, line }) => [line, ...fields]);

test("parseCsv: quotes, separators, doubled quotes and line breaks in fields, and the line of each record", () => {
	expect(read('\ufeffurl,note\r\na,"one, ""two""\nthree"\r\n\r\nb,\n,""')).toEqual([
		[1, "url", "note"],
		[2, "a", 'one, "two"\nthree'],
		[5, "b", ""],
		[6, "", ""],
	]);
	expect(read("a\tb,c", "\t")).toEqual([[1, "a", "b,c"]]);
	expect(read("")).toEqual([]);
	expect(read("a,")).toEqual([[1, "a", ""]]);
});

test("parseCsv: names the line of what is no CSV", () => {
	const problem = (text: string) => {
		try {
			return read(text);
		} catch (error) {
			const { line, message } = error as { line: number; message: string };
			return `${line}: ${message}`;
		}
	};
	expect(problem('a,b\nc,"d\n\n')).toBe("2: a quote that is never closed");
	expect(problem('a\n"b\n"c')).toBe("3: column 1: text after the closing quote");
	expect(problem('a,5" disk')).toBe("1: column 2: a field with a quote must be in quotes, and the quote doubled");
});
