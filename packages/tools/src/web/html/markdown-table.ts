import { inlineText } from "./markdown-inline.ts";
import { HtmlElement, type HtmlNode } from "./tree.ts";

type BlocksOf = (nodes: readonly HtmlNode[], base: string) => string[];

interface Row {
	readonly cells: readonly HtmlElement[];
	readonly isHead: boolean;
}

const maxColumns = 60;
const maxCell = 2000;

/** A table of data as one block; one that only arranges the page, as what is in it. */
export function tableBlocks(table: HtmlElement, base: string, blocksOf: BlocksOf): string[] {
	const rows: Row[] = [];
	const before: string[] = [];
	collectRows(table, false, rows, (caption) => before.push(...blocksOf(caption.children, base)));
	if (isLayout(table, rows)) {
		return [...before, ...rows.flatMap(({ cells }) => cells.flatMap(({ children }) => blocksOf(children, base)))];
	}
	const texts = rows.map(({ cells, isHead }) => ({ isHead, cells: cells.flatMap((cell) => cellTexts(cell, base)) }));
	const filled = texts.filter(({ cells }) => cells.some((text) => text !== ""));
	const [first] = filled;
	if (!first) return before;
	const columns = Math.min(maxColumns, Math.max(...filled.map(({ cells }) => cells.length)));
	const line = (cells: readonly string[]) =>
		`| ${Array.from({ length: columns }, (_, index) => cells[index] ?? "").join(" | ")} |`;
	const head = first.isHead ? first.cells : [];
	const body = first.isHead ? filled.slice(1) : filled;
	const rule = `|${" --- |".repeat(columns)}`;
	return [...before, [line(head), rule, ...body.map(({ cells }) => line(cells))].join("\n")];
}

function collectRows(
	element: HtmlElement,
	isHead: boolean,
	rows: Row[],
	onCaption: (caption: HtmlElement) => void,
): void {
	for (const child of element.children) {
		if (typeof child === "string") continue;
		if (child.tag === "tr") {
			const cells = child.children.filter(
				(cell): cell is HtmlElement => cell instanceof HtmlElement && (cell.tag === "td" || cell.tag === "th"),
			);
			const isTitled = cells.length > 0 && cells.every(({ tag }) => tag === "th");
			if (cells.length > 0) rows.push({ cells, isHead: isHead || isTitled });
		} else if (child.tag === "caption") onCaption(child);
		else if (child.tag !== "colgroup" && child.tag !== "col") {
			collectRows(child, isHead || child.tag === "thead", rows, onCaption);
		}
	}
}

const layoutTags = new Set(["table", "h1", "h2", "h3", "pre", "article", "section", "form", "hr", "blockquote"]);

function isLayout(table: HtmlElement, rows: readonly Row[]): boolean {
	if (table.attributes.role === "presentation" || table.attributes.role === "none") return true;
	const hasHead = rows.some(({ isHead }) => isHead);
	const columns = Math.max(0, ...rows.map(({ cells }) => cells.length));
	if (columns < 2) return true;
	// A cell as long as an article is a column of a page.
	if (rows.some(({ cells }) => cells.some((cell) => cell.textLength > maxCell || holds(cell, layoutTags)))) return true;
	return !hasHead && rows.length === 1;
}

function holds(element: HtmlElement, tags: ReadonlySet<string>): boolean {
	return element.children.some((child) => child instanceof HtmlElement && (tags.has(child.tag) || holds(child, tags)));
}

function cellTexts(cell: HtmlElement, base: string): string[] {
	const text = inlineText(cell.children, base)
		.replace(/\s*\n\s*/g, " ")
		.replaceAll("|", "\\|");
	const span = Math.min(maxColumns, Number.parseInt(cell.attributes.colspan ?? "1", 10) || 1);
	return [text, ...Array.from({ length: Math.max(0, span - 1) }, () => "")];
}
