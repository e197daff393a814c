import type { Document } from "yaml";
import { isTree, lookup } from "./settings-tree.ts";

/** A value to write at a path, or, when it is `undefined`, a path to remove. */
export interface SettingsChange {
	readonly path: readonly string[];
	readonly value: unknown;
}

export type Applied = { readonly text: string } | { readonly problem: string; readonly line: number };

/** Changes paths in the text of a YAML file and keeps everything else, including comments. */
export async function applyChanges(text: string, changes: readonly SettingsChange[]): Promise<Applied> {
	const { LineCounter, parseDocument } = await import("yaml");
	const lineCounter = new LineCounter();
	const document = parseDocument(text, { lineCounter, prettyErrors: false });
	const [error] = document.errors;
	if (error) return { problem: error.message, line: lineCounter.linePos(error.pos[0]).line };
	for (const { path, value } of changes) {
		if (value === undefined) for (const spelling of spellings(document, path)) remove(document, spelling);
		else put(document, path, value);
	}
	return { text: written(document, text) };
}

/** The forms of the path in the file: nested, flat (`theme.dark:`) or partly flat, in that order. */
function spellings(document: Document, path: readonly string[]): string[][] {
	const found: string[][] = [];
	for (let flat = 1; flat <= path.length; flat++) {
		const spelling = [path.slice(0, flat).join("."), ...path.slice(flat)];
		if (document.hasIn(spelling)) found.push(spelling);
	}
	return found;
}

function put(document: Document, path: readonly string[], value: unknown): void {
	const [chosen = path, ...others] = spellings(document, path).reverse();
	for (const other of others) remove(document, other);
	openMappings(document, chosen);
	const isPlain = typeof value !== "object" || value === null;
	document.setIn(chosen, isPlain ? value : document.createNode(value));
}

/** Creates the mappings of a path, replacing null, scalars of older versions and aliases. */
function openMappings(document: Document, path: readonly string[]): void {
	const plain: unknown = document.toJS();
	for (let depth = 1; depth < path.length; depth++) {
		const parent = path.slice(0, depth);
		const node: unknown = document.getIn(parent, true);
		if (node === undefined || isMapping(node)) continue;
		const now = isTree(plain) ? lookup(plain, parent) : undefined;
		document.setIn(parent, document.createNode(isTree(now) ? now : {}));
	}
}

function remove(document: Document, path: readonly string[]): void {
	document.deleteIn(path);
	const parent = path.slice(0, -1);
	const node: unknown = parent.length > 0 ? document.getIn(parent, true) : undefined;
	if (isMapping(node) && node.items.length === 0) remove(document, parent);
}

function isMapping(node: unknown): node is { items: unknown[] } {
	return typeof node === "object" && node !== null && "items" in node && "has" in node;
}

function written(document: Document, before: string): string {
	const contents: unknown = document.contents;
	// An empty document would be serialized as `null`, an emptied one as `{}`.
	if (contents === null) return before;
	if (isMapping(contents) && contents.items.length === 0 && !document.commentBefore && !document.comment) return "";
	const indent = /^( +)\S/m.exec(before)?.[1]?.length ?? 2;
	const indentSeq = !/^( *)[^\s#-].*:[ \t]*\r?\n\1- /m.test(before);
	const flowCollectionPadding = !/[[{][^\s\]}]/.test(before);
	const text = document.toString({ lineWidth: 0, indent: Math.min(indent, 8), indentSeq, flowCollectionPadding });
	return before.includes("\r\n") ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}
