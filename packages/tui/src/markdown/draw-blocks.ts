import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import { sliceWithWidth } from "../text/slice.ts";
import { replaceTabs } from "../text/tabs.ts";
import { visibleWidth } from "../text/visible-width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import { drawInline } from "./draw-inline.ts";
import { drawTable } from "./draw-table.ts";
import type { MarkdownLook } from "./markdown-look.ts";
import type { Block, ListItem } from "./markdown-tree.ts";

/** Rows of at most `width` columns, with a blank row between blocks. */
export function drawBlocks(blocks: readonly Block[], width: number, look: MarkdownLook): string[] {
	const rows: string[] = [];
	for (const [index, block] of blocks.entries()) {
		if (index > 0) rows.push("");
		for (const row of drawBlock(block, Math.max(1, width), look)) rows.push(row);
	}
	return rows;
}

function drawBlock(block: Block, width: number, look: MarkdownLook): string[] {
	const { theme } = look;
	const base = look.base ?? theme.text;
	switch (block.kind) {
		case "paragraph":
			return wrapTextWithAnsi(base(drawInline(block.content, look)), width);
		case "heading":
			return drawHeading(block.level, drawInline(block.content, look), width, look);
		case "code":
			return drawCode(block, width, look);
		case "quote":
			return drawQuote(block.blocks, width, look);
		case "list":
			return drawList(block, width, look);
		case "table":
			return drawTable(block.header, block.rows, width, look);
		case "html":
			return wrapTextWithAnsi(theme.muted(replaceTabs(block.text)), width);
		case "rule":
			return [theme.mdHr(theme.symbol("boxSharp.horizontal").repeat(width))];
		default:
			return assertNever(block);
	}
}

function drawHeading(level: number, text: string, width: number, { theme }: MarkdownLook): string[] {
	const styled = theme.mdHeading(theme.bold(level === 1 ? theme.underline(text) : text));
	return wrapTextWithAnsi(styled, width);
}

/** Code has a background of its own, or a bar beside it in a theme without one. */
function drawCode(block: Extract<Block, { kind: "code" }>, width: number, look: MarkdownLook): string[] {
	const { theme } = look;
	const { text, language, isRest } = block;
	const code = replaceTabs(text);
	const plain = code.split("\n");
	const highlighted = language ? look.highlight?.(code, language) : undefined;
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

function drawQuote(blocks: readonly Block[], width: number, look: MarkdownLook): string[] {
	const { theme } = look;
	const border = theme.mdQuoteBorder(theme.symbol("quote.border"));
	const quoted: MarkdownLook = { ...look, base: (text) => theme.mdQuote(theme.italic(text)) };
	return drawBlocks(blocks, width - 2, quoted).map((row) => `${border} ${row}`);
}

function drawList(list: Extract<Block, { kind: "list" }>, width: number, look: MarkdownLook): string[] {
	const rows: string[] = [];
	const last = (list.start ?? 0) + list.items.length - 1;
	const numberColumns = list.start === undefined ? 0 : `${last}.`.length;
	for (const [index, item] of list.items.entries()) {
		if (index > 0 && list.isLoose) rows.push("");
		const number = list.start === undefined ? undefined : `${list.start + index}.`.padStart(numberColumns);
		for (const row of drawItem(item, number, width, look)) rows.push(row);
	}
	return rows;
}

function drawItem(item: ListItem, number: string | undefined, width: number, look: MarkdownLook): string[] {
	const { theme } = look;
	const bullet = number ?? theme.symbol("list.bullet");
	const box = item.checked === undefined ? "" : `${theme.symbol(item.checked ? "checkbox.on" : "checkbox.off")} `;
	const marker =
		item.checked !== undefined && number === undefined
			? theme.mdListBullet(box)
			: `${theme.mdListBullet(bullet)} ${box}`;
	const indent = visibleWidth(marker);
	const content: string[] = [];
	for (const [index, block] of item.blocks.entries()) {
		const isNestedList = block.kind === "list";
		if (index > 0 && !isNestedList) content.push("");
		for (const row of drawBlock(block, Math.max(1, width - indent), look)) content.push(row);
	}
	if (content.length === 0) content.push("");
	return content.map((row, index) => (index === 0 ? marker : " ".repeat(indent)) + row);
}
