/** A language whose grammar is bundled. */
export interface SourceLanguage {
	readonly id: string;
	/** File extensions without the dot, or whole names. */
	readonly endings: readonly string[];
	/** The WebAssembly file of the grammar, as `package/path`. */
	readonly grammar: string;
	/** Replaces `$` in patterns of languages where `$` cannot start a name. */
	readonly metaVariableChar?: string;
}

const vscode = (name: string) => `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`;
const community = (name: string) => `@tree-sitter-grammars/tree-sitter-${name}/tree-sitter-${name}.wasm`;

// biome-ignore format: a table
export const sourceLanguages: readonly SourceLanguage[] = [
	{ id: "bash", endings: ["sh", "bash", "zsh", "bashrc", "zshrc", "profile"], grammar: vscode("bash") },
	{ id: "c", endings: ["c", "h"], grammar: vscode("cpp"), metaVariableChar: "𐀀" },
	{ id: "cpp", endings: ["cpp", "cc", "cxx", "hpp", "hh", "hxx", "cu", "ino", "ipp", "tpp"], grammar: vscode("cpp"), metaVariableChar: "𐀀" },
	{ id: "csharp", endings: ["cs", "csx"], grammar: vscode("c-sharp"), metaVariableChar: "µ" },
	{ id: "css", endings: ["css"], grammar: vscode("css"), metaVariableChar: "_" },
	{ id: "go", endings: ["go"], grammar: vscode("go"), metaVariableChar: "µ" },
	{ id: "html", endings: ["html", "htm", "xhtml"], grammar: "tree-sitter-html/tree-sitter-html.wasm", metaVariableChar: "z" },
	{ id: "ini", endings: ["ini", "editorconfig", "gitconfig"], grammar: vscode("ini"), metaVariableChar: "µ" },
	{ id: "java", endings: ["java"], grammar: vscode("java") },
	{ id: "javascript", endings: ["js", "jsx", "mjs", "cjs"], grammar: vscode("javascript") },
	{ id: "json", endings: ["json", "jsonc", "webmanifest"], grammar: "tree-sitter-json/tree-sitter-json.wasm" },
	{ id: "lua", endings: ["lua"], grammar: community("lua") },
	{ id: "php", endings: ["php", "phtml"], grammar: vscode("php"), metaVariableChar: "µ" },
	{ id: "powershell", endings: ["ps1", "psm1", "psd1"], grammar: vscode("powershell"), metaVariableChar: "µ" },
	{ id: "python", endings: ["py", "pyi", "pyw", "py3", "bzl"], grammar: vscode("python"), metaVariableChar: "µ" },
	{ id: "regex", endings: ["regex"], grammar: vscode("regex") },
	{ id: "ruby", endings: ["rb", "rake", "gemspec", "Rakefile", "Gemfile"], grammar: vscode("ruby"), metaVariableChar: "µ" },
	{ id: "rust", endings: ["rs"], grammar: vscode("rust"), metaVariableChar: "µ" },
	{ id: "toml", endings: ["toml"], grammar: community("toml"), metaVariableChar: "µ" },
	{ id: "tsx", endings: ["tsx"], grammar: vscode("tsx") },
	{ id: "typescript", endings: ["ts", "mts", "cts"], grammar: vscode("typescript") },
	{ id: "yaml", endings: ["yaml", "yml"], grammar: community("yaml") },
];
