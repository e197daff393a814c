import { expect, test } from "bun:test";
import { sourceLanguages } from "../languages.data.ts";
import { findShippedFile } from "../shipped-file.ts";
import { parseForPatterns } from "./structural-search.ts";
import { languageOfPath, parseSyntax, type SourceLanguage } from "./syntax.ts";

function language(id: string): SourceLanguage {
	const found = sourceLanguages.find((candidate) => candidate.id === id);
	if (!found) throw new Error(`No language ${id}`);
	return found;
}

test("every grammar is installed", () => {
	expect(sourceLanguages.filter(({ grammar }) => !findShippedFile(grammar))).toEqual([]);
});

test.each([
	["src/a.ts", "typescript"],
	["a.test.tsx", "tsx"],
	["Gemfile", "ruby"],
	[".bashrc", "bash"],
	["include/a.h", "c"],
	["notes.txt", undefined],
])("%s is %p", (path, id) => {
	expect(languageOfPath(path)?.id).toBe(id);
});

const samples: Record<string, string> = {
	bash: "f() {\n  echo hi\n}\n",
	c: "int main(void) {\n  return 0;\n}\n",
	cpp: "class A {\n  int x;\n};\n",
	csharp: "class A {\n  void F() { }\n}\n",
	css: "a {\n  color: red;\n}\n",
	go: "package main\nfunc main() {\n}\n",
	html: "<div>\n<p>x</p>\n</div>\n",
	ini: "[a]\nb=c\n",
	java: "class A {\n  void f() { }\n}\n",
	javascript: "function f() {\n  return 1;\n}\n",
	json: '{\n  "a": 1\n}\n',
	lua: "function f()\n  return 1\nend\n",
	php: "<?php\nfunction f() {\n}\n",
	powershell: "function f {\n  1\n}\n",
	python: "def f():\n  return 1\n",
	regex: "a+(b|c)",
	ruby: "def f\n  1\nend\n",
	rust: "fn main() {\n}\n",
	toml: "[a]\nb = 1\n",
	tsx: "const a = <b>x</b>;\n",
	typescript: "interface A {\n  b: string;\n}\n",
	yaml: "a:\n  - b\n",
};

test("every language parses its sample without errors", async () => {
	const wrong: string[] = [];
	for (const candidate of sourceLanguages) {
		using tree = await parseSyntax(candidate, samples[candidate.id] ?? "");
		if (!tree || tree.hasError || tree.root.childCount === 0) wrong.push(candidate.id);
	}
	expect(wrong).toEqual([]);
});

test("a tree reports the first syntax error", async () => {
	using tree = await parseSyntax(language("typescript"), "const a = 1;\nfunction f( {\n\nconst b = 2;\n");
	expect([tree?.hasError, tree?.firstErrorLine()]).toEqual([true, 2]);
	using fine = await parseSyntax(language("typescript"), "const a = 1;\n");
	expect([fine?.hasError, fine?.firstErrorLine()]).toEqual([false, undefined]);
});

test("rows and columns are UTF-16 positions, also after wide characters", async () => {
	using tree = await parseSyntax(language("typescript"), "// ✓ 𝒳\nf('𝒳', y);\n");
	const call = tree?.root.descendantsOfType("identifier")[1];
	expect([call?.text, call?.startPosition, call?.startIndex]).toEqual(["y", { row: 1, column: 8 }, 16]);
});

test("parsing stops after the time limit", async () => {
	expect(await parseSyntax(language("typescript"), "f(1);\n".repeat(200_000), { maxMs: 1 })).toBeUndefined();
	using tree = await parseSyntax(language("typescript"), "f(1);\n");
	expect(tree?.hasError).toBe(false);
});

test.each([
	["typescript", "foo(1, 2); foo(3);", "foo($$$ARGS)", ["foo(1, 2)", "foo(3)"]],
	["python", "print(a)\nprint(1, 2)\n", "print($A)", ["print(a)"]],
	["rust", "fn f() { a.unwrap(); b.c().unwrap(); }", "$X.unwrap()", ["a.unwrap()", "b.c().unwrap()"]],
])("patterns are found in %s", async (id, text, pattern, expected) => {
	const root = await parseForPatterns(language(id), text);
	const found = root?.root().findAll(pattern);
	expect(found?.map((node) => node.text())).toEqual(expected);
	root?.free();
});

test("a pattern that is no single node is rejected with the reason", async () => {
	const root = await parseForPatterns(language("json"), '{"a": 1}');
	expect(() => root?.root().findAll('"a": $V')).toThrow("Multiple AST nodes are detected");
	root?.free();
});
