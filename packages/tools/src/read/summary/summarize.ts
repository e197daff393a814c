import { languageOfPath, parseSyntax } from "@oh-my-pi/pi-natives/syntax/syntax";
import { type Fold, hiddenLines } from "./fold.ts";
import { closedFolds } from "./open-folds.ts";
import { proseFolds } from "./prose-folds.ts";
import { sourceFolds } from "./source-folds.ts";

/** The settings `read.summarize.*`. */
export interface SummaryOptions {
	readonly enabled: boolean;
	readonly prose: boolean;
	readonly minBodyLines: number;
	readonly minCommentLines: number;
	readonly minTotalLines: number;
	readonly unfoldUntil: number;
	readonly unfoldLimit: number;
}

export const defaultSummaryOptions: SummaryOptions = {
	enabled: true,
	prose: false,
	minBodyLines: 4,
	minCommentLines: 6,
	minTotalLines: 100,
	unfoldUntil: 50,
	unfoldLimit: 100,
};

/** Lines count from 1. */
export type SummaryRow =
	| { readonly kind: "line"; readonly line: number; readonly text: string }
	| { readonly kind: "fold"; readonly line: number; readonly endLine: number; readonly text: string }
	| { readonly kind: "gap" };

export interface Summary {
	readonly rows: readonly SummaryRow[];
	readonly elidedLines: number;
	/** What to read again to see everything, counted from 1. */
	readonly elidedSpans: ReadonlyArray<{ readonly start: number; readonly end: number }>;
}

const maxBytes = 2 * 1024 * 1024;
const maxLines = 20_000;
/** A file that takes longer to parse is better shown plainly. */
const maxParseMs = 1000;

/** A file's declarations without their insides; `undefined` when it is not worth it or the language is unknown. */
export async function summarize(
	path: string,
	text: string,
	lines: readonly string[],
	options: SummaryOptions,
): Promise<Summary | undefined> {
	if (!options.enabled || lines.length < options.minTotalLines || lines.length > maxLines) return undefined;
	if (text.length > maxBytes) return undefined;
	const folds = await findFolds(path, text, lines, options);
	const closed = closedFolds(folds, lines.length, options);
	if (closed.length === 0) return undefined;
	return {
		rows: summaryRows(lines, closed),
		elidedLines: closed.reduce((sum, fold) => sum + hiddenLines(fold), 0),
		elidedSpans: closed.map(({ brackets, comment, firstHidden, lastHidden }) => {
			const { line, endLine } = brackets ?? comment ?? { line: firstHidden, endLine: lastHidden };
			return { start: line + 1, end: endLine + 1 };
		}),
	};
}

async function findFolds(
	path: string,
	text: string,
	lines: readonly string[],
	options: SummaryOptions,
): Promise<Fold[]> {
	if (/\.(?:md|markdown|mdx)$/i.test(path)) return options.prose ? proseFolds(lines, options.minBodyLines) : [];
	const language = languageOfPath(path);
	if (!language) return [];
	// A parser that fails costs only the summary: the file is shown plainly.
	using tree = await parseSyntax(language, text, { maxMs: maxParseMs }).catch(() => undefined);
	return tree ? sourceFolds(tree.root, lines, options) : [];
}

function summaryRows(lines: readonly string[], closed: readonly Fold[]): SummaryRow[] {
	const byLine = new Map(closed.map((fold) => [(fold.brackets ?? fold.comment)?.line ?? fold.firstHidden, fold]));
	const rows: SummaryRow[] = [];
	for (let index = 0; index < lines.length; ) {
		const fold = byLine.get(index);
		const text = lines[index] ?? "";
		if (!fold) {
			rows.push({ kind: "line", line: index + 1, text });
			index++;
		} else if (fold.brackets) {
			const chain = bracketChain(lines, fold, byLine);
			rows.push({ kind: "fold", line: index + 1, endLine: chain.endLine + 1, text: chain.text });
			index = chain.endLine + 1;
		} else if (fold.comment) {
			const { endLine, text: shown } = fold.comment;
			rows.push({ kind: "fold", line: index + 1, endLine: endLine + 1, text: shown });
			index = endLine + 1;
		} else {
			rows.push({ kind: "gap" });
			index = fold.lastHidden + 1;
		}
	}
	return rows;
}

/** `if (a) { .. } else { .. }`: a fold that begins on the line where another ends goes on in its row. */
function bracketChain(lines: readonly string[], first: Fold, byLine: ReadonlyMap<number, Fold>) {
	let text = "";
	let from = 0;
	let fold: Fold | undefined = first;
	let endLine = first.lastHidden + 1;
	while (fold?.brackets) {
		const { line, openEnd, closeStart } = fold.brackets;
		text += `${(lines[line] ?? "").slice(from, openEnd)} .. `;
		from = closeStart;
		endLine = fold.brackets.endLine;
		const next = byLine.get(endLine);
		fold = next !== fold && next?.brackets && next.brackets.openEnd > from ? next : undefined;
	}
	return { text: text + (lines[endLine] ?? "").slice(from), endLine };
}
