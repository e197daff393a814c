import { expect, test } from "bun:test";
import { type CodeKind, loadCodeTokenizer } from "./highlight.ts";

const tokenizer = await loadCodeTokenizer();

function tokenize(code: string, language: string): Array<{ text: string; kind: CodeKind }> | undefined {
	const tokens: Array<{ text: string; kind: CodeKind }> = [];
	return tokenizer(code, language, (text, kind) => tokens.push({ text, kind })) ? tokens : undefined;
}

test.each(["ts", "typescript", "py", "sh", "rust", "go", "json", "yaml", "html", "css", "sql", "diff"])(
	"%s is tokenized without losing a character",
	(language) => {
		const code = 'const x = "a" # b\nfn f(x) { return 1; }\n';
		expect(
			tokenize(code, language)
				?.map(({ text }) => text)
				.join(""),
		).toBe(code);
	},
);

test("keywords, strings, numbers and comments are distinguished", () => {
	const tokens = tokenize('const x = "a" + 1; // why', "ts") ?? [];
	const kindOf = (text: string) => tokens.find((token) => token.text.trim() === text)?.kind;
	expect([kindOf("const"), kindOf('"a"'), kindOf("1"), kindOf("// why")]).toEqual([
		"keyword",
		"string",
		"number",
		"comment",
	]);
});

test("an unknown language is not tokenized", () => {
	expect(tokenize("x", "klingon")).toBeUndefined();
});
