import { basename } from "node:path";
import { once } from "@oh-my-pi/pi-utils/once";
import type { Language, Node, Tree } from "web-tree-sitter";
import { type SourceLanguage, sourceLanguages } from "../languages.data.ts";
import { findShippedFile } from "../shipped-file.ts";

export type { SourceLanguage } from "../languages.data.ts";
/** Rows and columns start at 0; columns and indexes are UTF-16 units; only `\n` ends a row. */
export type SyntaxNode = Node;

export interface SyntaxTree extends Disposable {
	readonly root: SyntaxNode;
	readonly hasError: boolean;
	/** From 1; the line of the first syntax error. */
	firstErrorLine(): number | undefined;
}

/** The language of a file, by its name. */
export function languageOfPath(path: string): SourceLanguage | undefined {
	const name = basename(path);
	const ending = name.slice(name.lastIndexOf(".") + 1);
	return sourceLanguages.find(({ endings }) => endings.includes(ending));
}

/**
 * `undefined` when the grammar is not installed or parsing exceeds the time limit. Dispose the tree, as it is not
 * garbage-collected.
 */
export async function parseSyntax(
	language: SourceLanguage,
	text: string,
	options: { maxMs?: number } = {},
): Promise<SyntaxTree | undefined> {
	const grammar = await loadGrammar(language);
	if (!grammar) return undefined;
	const { Parser } = await treeSitter();
	const parser = new Parser();
	try {
		parser.setLanguage(grammar);
		const deadline = performance.now() + (options.maxMs ?? Number.POSITIVE_INFINITY);
		const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
		return tree ? syntaxTree(tree) : undefined;
	} finally {
		parser.delete();
	}
}

/** Loaded on first use, because many sessions never parse anything. */
export const treeSitter = once(async () => {
	const module = await import("web-tree-sitter");
	const runtime = findShippedFile("web-tree-sitter/web-tree-sitter.wasm");
	await module.Parser.init(runtime ? { wasmBinary: runtime.bytes() } : {});
	return module;
});

const grammars = new Map<string, Promise<Language | undefined>>();

function loadGrammar({ grammar }: SourceLanguage): Promise<Language | undefined> {
	const known = grammars.get(grammar);
	if (known) return known;
	const loading = (async () => {
		const file = findShippedFile(grammar);
		if (!file) return undefined;
		const { Language } = await treeSitter();
		return Language.load(file.bytes());
	})();
	grammars.set(grammar, loading);
	return loading;
}

function syntaxTree(tree: Tree): SyntaxTree {
	return {
		root: tree.rootNode,
		get hasError() {
			return tree.rootNode.hasError;
		},
		firstErrorLine: () => firstErrorLine(tree.rootNode),
		[Symbol.dispose]: () => tree.delete(),
	};
}

function firstErrorLine(node: SyntaxNode): number | undefined {
	if (!node.hasError) return undefined;
	if (node.isError || node.isMissing) return node.startPosition.row + 1;
	for (const child of node.children) {
		const line = child && firstErrorLine(child);
		if (line) return line;
	}
	return node.startPosition.row + 1;
}
