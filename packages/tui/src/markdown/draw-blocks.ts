import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import { sliceWithWidth } from "../text/slice.ts";
import { replaceTabs } from "../text/tabs.ts";
import { visibleWidth } from "../text/visible-width.ts";
import { wrapClosed, wrapTextWithAnsi } from "../text/wrap.ts";
import { drawInline } from "./draw-inline.ts";
import { drawTable } from "./draw-table.ts";
import type { MarkdownStyle } from "./markdown-style.ts";
import type { Block, ListItem } from "./markdown-tree.ts";

// Below this, what is nested deeper gets no further marks, so that its text stays on the screen.
const NARROWEST = 4;

/** Rows of at most `width` columns, with a blank row between blocks. */
export function drawBlocks(blocks: readonly Block[], width: number, style: MarkdownStyle): string[] {
	const rows: string[] = [];
	for (const [index, block] of blocks.entries()) {
		if (index > 0) rows.push("");
		for (const row of drawBlock(block, Math.max(1, width), style)) rows.push(row);
	}
	return rows;
}

function drawBlock(block: Block, width: number, style: MarkdownStyle): string[] {
	const { theme } = style;
	const base = style.base ?? theme.text;
	switch (block.kind) {
		case "paragraph":
			return wrapClosed(base(drawInline(block.content, style)), width);
		case "heading":
			return drawHeading(block.level, drawInline(block.content, style), width, style);
		case "code":
			return drawCode(block, width, style);
		case "quote":
			return drawQuote(block.blocks, width, style);
		case "list":
			return drawList(block, width, style);
		case "table":
			return drawTable(block.header, block.rows, width, style);
		case "html":
			return wrapTextWithAnsi(theme.muted(replaceTabs(block.text)), width);
		case "rule":
			return [theme.mdHr(theme.symbol("boxSharp.horizontal").repeat(width))];
		default:
			return assertNever(block);
	}
}

function drawHeading(level: number, text: string, width: number, { theme }: MarkdownStyle): string[] {
	const styled = theme.mdHeading(theme.bold(level === 1 ? theme.underline(text) : text));
	return wrapClosed(styled, width);
}

/** Code has a background of its own, or a bar beside it in a theme without one. */
function drawCode(block: Extract<Block, { kind: "code" }>, width: number, style: MarkdownStyle): string[] {
	const { theme } = style;
	const { text, language, isRest } = block;
	const code = replaceTabs(text);
	const plain = code.split("\n");
	const highlighted = language ? style.highlight?.(code, language) : undefined;
	const lines = highlighted?.length === plain.length ? highlighted : plain.map((line) => theme.mdCodeBlock(line));
	const label = language && !isRest ? [sliceWithWidth(theme.dim(language), 0, width).text] : [];
	const [open = "", close = ""] = theme.mdCodeBlockBg("|").split("|");
	const bar = open === "" ? `${theme.mdCodeBlockBorder(theme.symbol("quote.border"))} ` : "";
	const inner = Math.max(1, width - (bar === "" ? 2 : visibleWidth(bar)));
	const rows: string[] = [];
	for (const [index, line] of lines.entries()) {
		const columns = visibleWidth(plain[index] ?? "");
		const isShort = columns <= inner;
		for (const row of isShort ? [line] : wrapTextWithAnsi(line, inner)) {
			// Colors of code never end a background, so the row needs no nesting of styles.
			const rest = bar === "" ? " ".repeat(Math.max(0, inner - (isShort ? columns : visibleWidth(row)))) : "";
			rows.push(bar === "" ? `${open} ${row}${rest} ${close}` : bar + row);
		}
	}
	return [...label, ...rows];
}

function drawQuote(blocks: readonly Block[], width: number, style: MarkdownStyle): string[] {
	const { theme } = style;
	if (width - 2 < NARROWEST) return drawBlocks(blocks, width, style);
	const border = theme.mdQuoteBorder(theme.symbol("quote.border"));
	const quoted: MarkdownStyle = { ...style, base: (text) => theme.mdQuote(theme.italic(text)) };
	return drawBlocks(blocks, width - 2, quoted).map((row) => `${border} ${row}`);
}

function drawList(list: Extract<Block, { kind: "list" }>, width: number, style: MarkdownStyle): string[] {
	const rows: string[] = [];
	const last = (list.start ?? 0) + list.items.length - 1;
	const numberColumns = list.start === undefined ? 0 : `${last}.`.length;
	for (const [index, item] of list.items.entries()) {
		if (index > 0 && list.isLoose) rows.push("");
		const number = list.start === undefined ? undefined : `${list.start + index}.`.padStart(numberColumns);
		for (const row of drawItem(item, number, width, style)) rows.push(row);
	}
	return rows;
}

function drawItem(item: ListItem, number: string | undefined, width: number, style: MarkdownStyle): string[] {
	const { theme } = style;
	const bullet = number ?? theme.symbol("list.bullet");
	const box = item.checked === undefined ? "" : `${theme.symbol(item.checked ? "checkbox.on" : "checkbox.off")} `;
	const marker =
		item.checked !== undefined && number === undefined
			? theme.mdListBullet(box)
			: `${theme.mdListBullet(bullet)} ${box}`;
	const indent = visibleWidth(marker);
	if (width - indent < NARROWEST) return drawBlocks(item.blocks, width, style);
	const content: string[] = [];
	for (const [index, block] of item.blocks.entries()) {
		const isNestedList = block.kind === "list";
		if (index > 0 && !isNestedList) content.push("");
		for (const row of drawBlock(block, Math.max(1, width - indent), style)) content.push(row);
	}
	if (content.length === 0) content.push("");
	return content.map((row, index) => (index === 0 ? marker : " ".repeat(indent)) + row);
}
