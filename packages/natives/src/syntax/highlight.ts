import type { ShjLanguageData, ShjToken } from "@speed-highlight/core/tokenize";

/** The kind of a token, as named in themes. */
export type CodeKind =
	| "comment"
	| "keyword"
	| "function"
	| "variable"
	| "string"
	| "number"
	| "type"
	| "operator"
	| "added"
	| "removed"
	| "plain";

/** Calls back with each token of a code, in order; false for an unknown language. */
export type CodeTokenizer = (code: string, language: string, take: (text: string, kind: CodeKind) => void) => boolean;

/** Common language names, as used after a fence or as file extension. */
const aliases: Readonly<Record<string, string>> = {
	javascript: "js",
	jsx: "js",
	mjs: "js",
	cjs: "js",
	typescript: "ts",
	tsx: "ts",
	mts: "ts",
	python: "py",
	sh: "bash",
	shell: "bash",
	zsh: "bash",
	console: "bash",
	rust: "rs",
	golang: "go",
	"c++": "c",
	cpp: "c",
	h: "c",
	hpp: "c",
	cs: "java",
	kotlin: "java",
	yml: "yaml",
	markdown: "md",
	dockerfile: "docker",
	makefile: "make",
	perl: "pl",
	htm: "html",
	svg: "xml",
	jsonc: "json",
	patch: "diff",
};

const kinds: Readonly<Record<ShjToken, CodeKind>> = {
	cmnt: "comment",
	kwd: "keyword",
	func: "function",
	var: "variable",
	str: "string",
	esc: "string",
	num: "number",
	bool: "number",
	type: "type",
	class: "type",
	section: "type",
	oper: "operator",
	insert: "added",
	deleted: "removed",
	err: "plain",
};

/** Loads the grammars lazily, because that takes some milliseconds. */
export async function loadCodeTokenizer(): Promise<CodeTokenizer> {
	const [{ tokenizeWith }, grammars] = await Promise.all([
		import("@speed-highlight/core/tokenize"),
		import("@speed-highlight/core/languages"),
	]);
	const languages = grammars as unknown as Record<string, ShjLanguageData>;
	return (code, language, take) => {
		const name = language.toLowerCase();
		const grammar = languages[aliases[name] ?? name];
		if (!grammar) return false;
		tokenizeWith(code, grammar, (text, token) => take(text, token ? kinds[token] : "plain"), { languages });
		return true;
	};
}
