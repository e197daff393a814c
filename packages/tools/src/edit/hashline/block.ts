import { basename } from "node:path";
import { languageOfPath, parseSyntax, type SyntaxNode } from "@oh-my-pi/pi-natives/syntax/syntax";
import { findMarkdownSection, isMarkdown } from "./markdown-section.ts";

export interface BlockLines {
	/** From 1, inclusive. */
	readonly start: number;
	readonly end: number;
	/** What belongs to it besides what begins on the line, in a few words. */
	readonly includes?: string;
}

/** The lines of the syntactic block that begins on a line, or why there is none. */
export type FoundBlock = BlockLines | { readonly problem: string; readonly enclosing?: BlockLines };

export type BlockLookup = (line: number) => FoundBlock;

const maxParseMs = 2000;

/** Parses a text once for all blocks that are asked for in it; no syntax tree outlives this. */
export async function findBlocks(path: string, text: string, lines: readonly number[]): Promise<BlockLookup> {
	if (lines.length === 0) return noBlock;
	if (isMarkdown(path)) return (line) => findMarkdownSection(text, line) ?? noBlock(line);
	const language = languageOfPath(path);
	if (!language)
		return (line) => ({
			problem: `No block can be found on line ${line}: the language of ${basename(path)} is unknown.`,
		});
	using tree = await parseSyntax(language, text, { maxMs: maxParseMs });
	if (!tree)
		return (line) => ({ problem: `No block can be found on line ${line}: the file could not be parsed in time.` });
	const found = new Map(lines.map((line) => [line, blockAt(tree.root, line)]));
	return (line) => found.get(line) ?? noBlock(line);
}

function noBlock(line: number): FoundBlock {
	return { problem: `No block begins on line ${line}.` };
}

function blockAt(root: SyntaxNode, line: number): FoundBlock {
	const block = outermostFrom(root, line);
	const whole = block && withCompanions(root, block);
	if (whole && (whole.end > whole.start || isDefinedOn(root, line))) return whole;
	const around = enclosing(root, line);
	const problem = block ? `What begins on line ${line} ends there, too.` : `No block begins on line ${line}.`;
	return { problem, ...(around && { enclosing: around }) };
}

const definitionKinds = /function|method|class|lambda|struct|enum|interface|trait|impl/;

/** A function or type that takes one line is still a block. */
function isDefinedOn(node: SyntaxNode, line: number): boolean {
	return node.children.some((child) => {
		const { start, end } = toBlockLines(child);
		if (start > line || end < line) return false;
		return (start === line && definitionKinds.test(child.type)) || isDefinedOn(child, line);
	});
}

const commentKinds = /comment/;
/** Decorators and attributes, where they are nodes beside or around what they belong to. */
const decoratorKinds = /^(?:decorator|attribute_item|attribute_list|annotation|marker_annotation)$/;

/** A declaration with the decorators above it; a comment or decorator with the declaration below. */
function withCompanions(root: SyntaxNode, block: BlockLines): BlockLines {
	const spans = companionSpans(root, block.start);
	let { start, end } = block;
	let kind = spans.get(start);
	let includes: string | undefined;
	while (kind && kind.end >= end) {
		const next = outermostFrom(root, kind.end + 1);
		if (!next) break;
		includes ??= `with the declaration below the ${kind.what}`;
		end = Math.max(end, next.end);
		kind = spans.get(next.start);
	}
	for (let above = decoratorEndingAt(spans, start - 1); above; above = decoratorEndingAt(spans, start - 1)) {
		start = above.start;
		includes = `with the decorators from line ${start}`;
	}
	return { start, end, ...(includes && { includes }) };
}

interface Companion {
	readonly what: "comment" | "decorator";
	readonly start: number;
	readonly end: number;
}

const companionDistance = 60;

/** Comments and decorators near a line that have their lines to themselves, by the line they begin on. */
function companionSpans(node: SyntaxNode, near: number, found = new Map<number, Companion>()): Map<number, Companion> {
	for (const child of node.children) {
		const span = toBlockLines(child);
		if (span.end < near - companionDistance) continue;
		if (span.start > near + companionDistance) break;
		const what = decoratorKinds.test(child.type) ? "decorator" : commentKinds.test(child.type) ? "comment" : undefined;
		if (!what) companionSpans(child, near, found);
		else if (isAlone(child)) found.set(span.start, { what, ...span });
	}
	return found;
}

/** Nothing else begins or ends on its lines. */
function isAlone(node: SyntaxNode): boolean {
	const { start, end } = toBlockLines(node);
	const { previousSibling: before, nextSibling: after } = node;
	return (!before || toBlockLines(before).end < start) && (!after || after.startPosition.row + 1 > end);
}

function decoratorEndingAt(spans: ReadonlyMap<number, Companion>, line: number): Companion | undefined {
	return [...spans.values()].find(({ what, end }) => what === "decorator" && end === line);
}

/** The longest node below the root that begins on the line. */
function outermostFrom(node: SyntaxNode, line: number): BlockLines | undefined {
	let longest: BlockLines | undefined;
	for (const child of node.children) {
		const span = toBlockLines(child);
		if (span.start > line) break;
		if (span.end < line) continue;
		const found = span.start === line && !isBareList(child) ? span : outermostFrom(child, line);
		if (found && found.end > (longest?.end ?? 0)) longest = found;
	}
	return longest;
}

/** Kinds of nodes that only hold a list, in languages where nothing opens it. Its first item is what begins on the line. */
const listKinds =
	/^(?:block|block_(?:node|mapping|sequence)|body|body_statement|chunk|document|statements|statement_list|suite)$/;

function isBareList(node: SyntaxNode): boolean {
	return listKinds.test(node.type) && node.firstChild?.startIndex === node.startIndex && node.firstChild.isNamed;
}

/** What begins where the smallest node around the line does. */
function enclosing(root: SyntaxNode, line: number): BlockLines | undefined {
	const innermost = innermostAround(root, line);
	if (!innermost) return undefined;
	const opened = outermostFrom(root, innermost.start);
	return opened && opened.end >= line ? opened : innermost;
}

function innermostAround(node: SyntaxNode, line: number): BlockLines | undefined {
	for (const child of node.children) {
		const span = toBlockLines(child);
		if (span.start >= line || span.end < line) continue;
		return innermostAround(child, line) ?? (isBareList(child) ? undefined : span);
	}
	return undefined;
}

/** A node that ends at the very start of a line ends with the line before. */
function toBlockLines({ startPosition, endPosition }: SyntaxNode): BlockLines {
	const start = startPosition.row + 1;
	const end = endPosition.column === 0 ? endPosition.row : endPosition.row + 1;
	return { start, end: Math.max(start, end) };
}
