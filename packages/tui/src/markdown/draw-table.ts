import { visibleWidth } from "../text/visible-width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import type { Style } from "../theme/theme.ts";
import { drawInline, plainInline } from "./draw-inline.ts";
import type { MarkdownStyle } from "./markdown-style.ts";
import type { TableCell } from "./markdown-tree.ts";

const MIN_COLUMN = 4;

type Row = readonly TableCell[];

/** A cell's text, drawn once for measuring and for writing. */
interface DrawnCell {
	readonly text: string;
	readonly columns: number;
	readonly align: TableCell["align"];
}

/** A table with borders, or one entry per row if there is no room. */
export function drawTable(header: Row, rows: readonly Row[], width: number, style: MarkdownStyle): string[] {
	const columnCount = header.length;
	const room = width - (3 * columnCount + 1);
	if (columnCount === 0) return [];
	if (room < MIN_COLUMN * columnCount) return drawAsList(header, rows, width, style);
	const { theme } = style;
	const head = header.map((cell) => drawCell(cell, style, theme.bold));
	const body = rows.map((row) => header.map((_, column) => drawCell(row[column], style)));
	const widths = columnWidths([head, ...body], columnCount, room);
	const horizontal = theme.symbol("boxSharp.horizontal");
	const line = (left: string, middle: string, right: string) =>
		theme.border(left + widths.map((columns) => horizontal.repeat(columns + 2)).join(middle) + right);
	const between = line(
		theme.symbol("boxSharp.teeRight"),
		theme.symbol("boxSharp.cross"),
		theme.symbol("boxSharp.teeLeft"),
	);
	const bar = theme.border(theme.symbol("boxSharp.vertical"));
	const drawn = [
		line(theme.symbol("boxSharp.topLeft"), theme.symbol("boxSharp.teeDown"), theme.symbol("boxSharp.topRight")),
		...drawRow(head, widths, bar),
	];
	for (const row of body) drawn.push(between, ...drawRow(row, widths, bar));
	drawn.push(
		line(theme.symbol("boxSharp.bottomLeft"), theme.symbol("boxSharp.teeUp"), theme.symbol("boxSharp.bottomRight")),
	);
	return drawn;
}

function drawCell(cell: TableCell | undefined, style: MarkdownStyle, emphasis?: Style): DrawnCell {
	if (!cell) return { text: "", columns: 0, align: "left" };
	const inline = drawInline(cell.content, style);
	const columns = inline.includes("\n") ? Math.max(...inline.split("\n").map(visibleWidth)) : visibleWidth(inline);
	const base = style.base ?? style.theme.text;
	return { text: base(emphasis ? emphasis(inline) : inline), columns, align: cell.align };
}

/** As wide as the content; otherwise the widest columns shrink first. */
function columnWidths(rows: ReadonlyArray<readonly DrawnCell[]>, columnCount: number, room: number): number[] {
	const widths = Array.from({ length: columnCount }, (_, column) =>
		rows.reduce((widest, row) => Math.max(widest, row[column]?.columns ?? 0), 1),
	);
	let excess = widths.reduce((sum, columns) => sum + columns, 0) - room;
	while (excess > 0) {
		const widest = Math.max(...widths);
		const second = Math.max(MIN_COLUMN, ...widths.filter((columns) => columns < widest));
		const index = widths.indexOf(widest);
		const cut = Math.min(excess, Math.max(1, widest - second));
		widths[index] = widest - cut;
		excess -= cut;
	}
	return widths;
}

function drawRow(row: readonly DrawnCell[], widths: readonly number[], bar: string): string[] {
	const isOneLine = row.every(({ text, columns }, index) => columns <= (widths[index] ?? 0) && !text.includes("\n"));
	if (isOneLine) {
		let line = bar;
		for (const [index, { text, columns, align: side }] of row.entries()) {
			line += ` ${align(text, columns, widths[index] ?? 0, side)} ${bar}`;
		}
		return [line];
	}
	const cells = row.map(({ text }, index) => wrapTextWithAnsi(text, widths[index] ?? 1));
	const height = Math.max(...cells.map((lines) => lines.length));
	return Array.from({ length: height }, (_, line) => {
		const parts = cells.map((lines, index) => {
			const text = lines[line] ?? "";
			return align(text, visibleWidth(text), widths[index] ?? 0, row[index]?.align ?? "left");
		});
		return `${bar} ${parts.join(` ${bar} `)} ${bar}`;
	});
}

function align(text: string, textColumns: number, columns: number, side: TableCell["align"]): string {
	const free = Math.max(0, columns - textColumns);
	if (free === 0) return text;
	const before = side === "right" ? free : side === "center" ? Math.floor(free / 2) : 0;
	return " ".repeat(before) + text + " ".repeat(free - before);
}

function drawAsList(header: Row, rows: readonly Row[], width: number, style: MarkdownStyle): string[] {
	const { theme } = style;
	const base = style.base ?? theme.text;
	return rows.flatMap((row, index) => [
		...(index > 0 ? [""] : []),
		...header.flatMap((title, column) => {
			const label = theme.bold(`${plainInline(title.content)}:`);
			return wrapTextWithAnsi(base(`${label} ${drawInline(row[column]?.content ?? [], style)}`), width);
		}),
	]);
}
