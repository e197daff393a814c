import type { SyntaxNode } from "@oh-my-pi/pi-natives/syntax/syntax";
import type { Fold } from "./fold.ts";

export interface FoldLimits {
	readonly minBodyLines: number;
	readonly minCommentLines: number;
}

/** Kinds of nodes that are the inside of something, in grammars that do not show it by brackets. */
const bodyKinds = new Set([
	"block",
	"block_mapping",
	"block_sequence",
	"body_statement",
	"do_block",
	"do_group",
	"element",
	"script_element",
	"style_element",
	"suite",
	"then",
]);

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

interface GrowingFold extends Fold {
	readonly children: GrowingFold[];
}

/** The folds of a parsed source, outermost first. What encloses most of the file is not one: folding it would show nothing. */
export function sourceFolds(root: SyntaxNode, lines: readonly string[], limits: FoldLimits): Fold[] {
	const folds: GrowingFold[] = [];
	collect(root, undefined, folds, lines, limits, 0);
	return withoutWrappers(folds, lines.length);
}

/** Nobody gets to see what is folded further down, and files that nest without end exist. */
const maxDepth = 1000;

function collect(
	node: SyntaxNode,
	outer: GrowingFold | undefined,
	into: GrowingFold[],
	lines: readonly string[],
	limits: FoldLimits,
	depth: number,
): void {
	if (depth > maxDepth) return;
	const children = node.children.filter((child) => child !== null);
	into.push(...commentRuns(children, limits.minCommentLines));
	for (const child of children) {
		if (child.endPosition.row - child.startPosition.row < 2) continue;
		const fold = buildFold(child, lines, limits);
		if (!fold) collect(child, outer, into, lines, limits, depth + 1);
		else if (outer && fold.firstHidden === outer.firstHidden && fold.lastHidden === outer.lastHidden) {
			// `f(() => {`: of two that hide the same lines, the one that shows its brackets says more.
			if (fold.brackets && !outer.brackets) Object.assign(outer, { brackets: fold.brackets });
			collect(child, outer, into, lines, limits, depth + 1);
		} else {
			into.push(fold);
			collect(child, fold, fold.children, lines, limits, depth + 1);
		}
	}
	into.sort((a, b) => a.firstHidden - b.firstHidden);
}

function buildFold(node: SyntaxNode, lines: readonly string[], limits: FoldLimits): GrowingFold | undefined {
	const first = node.startPosition.row;
	const last = node.endPosition.row;
	if (node.type.includes("comment")) return commentFold(first, findLastRow(node), lines, limits);
	const open = node.firstChild;
	const close = node.lastChild;
	if (open && close && closing[open.text] === close.text && open.text.length === 1) {
		const fold = insideOf(first, last, limits.minBodyLines);
		const rest = (lines[first] ?? "").slice(open.endPosition.column);
		if (!fold || !/^\s*(?:\/\/.*|#.*|\/\*.*\*\/\s*)?$/.test(rest)) return fold;
		const brackets = {
			line: first,
			openEnd: open.endPosition.column,
			endLine: last,
			closeStart: close.startPosition.column,
		};
		return { ...fold, brackets };
	}
	if (/string|heredoc/.test(node.type)) return insideOf(first, last, limits.minBodyLines);
	return bodyKinds.has(node.type) ? bodyFold(node, limits.minBodyLines) : undefined;
}

/** A block comment that has its lines to itself becomes one row with its first sentence. */
function commentFold(
	first: number,
	last: number,
	lines: readonly string[],
	limits: FoldLimits,
): GrowingFold | undefined {
	const fold = insideOf(first, last, limits.minCommentLines - 2);
	const [, opening] = /^(\s*\/\*[*!]?)/.exec(lines[first] ?? "") ?? [];
	if (!fold || opening === undefined || !/\*\/\s*$/.test(lines[last] ?? "")) return fold;
	const sentence = firstSentence(lines.slice(first, last + 1));
	return { ...fold, comment: { line: first, endLine: last, text: `${opening} ${sentence} .. */` } };
}

const maxSentenceChars = 120;

function firstSentence(comment: readonly string[]): string {
	const texts = comment.map((line) =>
		line
			.replace(/^\s*\/?\*+[!/]?\s?/, "")
			.replace(/\s*\*\/\s*$/, "")
			.trim(),
	);
	const start = texts.findIndex((text) => text !== "");
	const end = texts.findIndex((text, index) => index > start && (text === "" || text.startsWith("@")));
	const paragraph = texts.slice(Math.max(start, 0), end === -1 ? undefined : end).join(" ");
	const [sentence = ""] = /^.*?[.!?](?=\s|$)/.exec(paragraph) ?? [paragraph];
	return sentence.length > maxSentenceChars ? `${sentence.slice(0, maxSentenceChars)}…` : sentence;
}

/** A body that begins on its own line is hidden whole; one that shares lines with its head keeps those. */
function bodyFold(node: SyntaxNode, minLines: number): GrowingFold | undefined {
	const before = node.previousSibling ?? node.parent?.previousSibling;
	const sharesFirst = before?.endPosition.row === node.startPosition.row;
	if (node.type.includes("element") || sharesFirst) {
		return insideOf(node.startPosition.row, node.endPosition.row, minLines);
	}
	// Without something before it on an earlier line, it is the file's own body.
	if (!before) return undefined;
	return linesFold(node.startPosition.row, findLastRow(node), minLines);
}

/** The last row with something of the node on it; some grammars let a node end at the start of the next. */
function findLastRow(node: SyntaxNode): number {
	const { row, column } = node.endPosition;
	return column === 0 && row > node.startPosition.row ? row - 1 : row;
}

function insideOf(first: number, last: number, minLines: number): GrowingFold | undefined {
	return linesFold(first + 1, last - 1, minLines);
}

function linesFold(firstHidden: number, lastHidden: number, minLines: number): GrowingFold | undefined {
	if (lastHidden - firstHidden + 1 < Math.max(1, minLines)) return undefined;
	return { firstHidden, lastHidden, children: [] };
}

/** Comments of one line each that stand below each other are one comment; its first line stays. */
function commentRuns(siblings: readonly SyntaxNode[], minLines: number): GrowingFold[] {
	const folds: GrowingFold[] = [];
	let run: SyntaxNode[] = [];
	const close = () => {
		const [first] = run;
		const last = run.at(-1);
		if (first && last && run.length >= minLines) {
			folds.push({ firstHidden: first.startPosition.row + 1, lastHidden: last.startPosition.row, children: [] });
		}
		run = [];
	};
	for (const node of siblings) {
		const isLine = node.type.includes("comment") && findLastRow(node) === node.startPosition.row;
		const continues = run.at(-1)?.startPosition.row === node.startPosition.row - 1;
		if (!isLine || (run.length > 0 && !continues)) close();
		if (isLine) run.push(node);
	}
	close();
	return folds;
}

function withoutWrappers(folds: readonly Fold[], totalLines: number): Fold[] {
	return folds.flatMap((fold) => {
		const isWrapper = fold.children.length > 0 && fold.lastHidden - fold.firstHidden + 1 > totalLines / 2;
		return isWrapper ? withoutWrappers(fold.children, totalLines) : [fold];
	});
}
