import { expect, test } from "bun:test";
import { escapeStrayBraces, patternReadings } from "./pattern.ts";

test.each([
	["a{2}", "a{2}"],
	["a{2,}", "a{2,}"],
	["a{2,5}b", "a{2,5}b"],
	["interface {", "interface \\{"],
	["$\x7bfoo}", "$\\{foo\\}"],
	["\\{already", "\\{already"],
	["\\p{L}+\\x{41}", "\\p{L}+\\x{41}"],
	["[{}]+{", "[{}]+\\{"],
	["[]{]{", "[]{]\\{"],
	["{}", "\\{\\}"],
	["\\[a{", "\\[a\\{"],
	["if (a) { b }", "if (a) \\{ b \\}"],
])("the braces of %s become %s", (pattern, expected) => {
	expect(escapeStrayBraces(pattern)).toBe(expected);
});

const wordsOf = (pattern: string) =>
	patternReadings(pattern, { ignoreCase: false }).map((args) => args.slice(1).join(" "));

test("a good pattern is tried as it is, then as plain text", () => {
	expect(wordsOf("a(b|c)")).toEqual(["--engine=auto --regexp=a(b|c)", "--fixed-strings --regexp=a(b|c)"]);
});

test("a group left open is also tried as plain parentheses", () => {
	expect(wordsOf("foo(a, [()]")).toEqual([
		"--engine=auto --regexp=foo(a, [()]",
		"--engine=auto --regexp=foo\\(a, [()]",
		"--fixed-strings --regexp=foo(a, [()]",
	]);
});

test.each(["a\nb", "a\\nb"])("the pattern %p may span lines", (pattern) => {
	expect(wordsOf(pattern)[0]).toBe(`--multiline --engine=auto --regexp=${pattern}`);
});
