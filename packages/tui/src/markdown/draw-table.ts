import { visibleWidth } from "../text/visible-width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import { drawInline, plainInline } from "./draw-inline.ts";
import type { MarkdownLook } from "./markdown-look.ts";
import type { TableCell } from "./markdown-tree.ts";

const MIN_COLUMN = 4;

type Row = readonly TableCell[];

/** A table with borders, or one entry per row if there is no room. */
export function drawTable(header: Row, rows: readonly Row[], width: number, look: MarkdownLook): string[] {
	const columnCount = header.length;
	const room = width - (3 * columnCount + 1);
	if (columnCount === 0) return [];
	if (room < MIN_COLUMN * columnCount) return drawAsList(header, rows, width, look);
	const widths = columnWidths([header, ...rows], columnCount, room, look);
	const { theme } = look;
	const line = (left: string, middle: string, right: string) =>
		theme.border(
			left + widths.map((columns) => theme.symbol("boxSharp.horizontal").repeat(columns + 2)).join(middle) + right,
		);
	const between = line(
		theme.symbol("boxSharp.teeRight"),
		theme.symbol("boxSharp.cross"),
		theme.symbol("boxSharp.teeLeft"),
	);
	return [
		line(theme.symbol("boxSharp.topLeft"), theme.symbol("boxSharp.teeDown"), theme.symbol("boxSharp.topRight")),
		...drawRow(header, widths, look, (text) => theme.bold(text)),
		...rows.flatMap((row) => [between, ...drawRow(row, widths, look, (text) => text)]),
		line(theme.symbol("boxSharp.bottomLeft"), theme.symbol("boxSharp.teeUp"), theme.symbol("boxSharp.bottomRight")),
	];
}

/** As wide as the content; otherwise the widest columns shrink first. */
function columnWidths(rows: readonly Row[], columnCount: number, room: number, look: MarkdownLook): number[] {
	const widths = Array.from({ length: columnCount }, (_, column) =>
		rows.reduce((widest, row) => Math.max(widest, cellWidth(row[column], look)), 1),
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

function cellWidth(cell: TableCell | undefined, look: MarkdownLook): number {
	if (!cell) return 0;
	const lines = drawInline(cell.content, look).split("\n");
	return lines.reduce((widest, text) => Math.max(widest, visibleWidth(text)), 0);
}

function drawRow(row: Row, widths: readonly number[], look: MarkdownLook, style: (text: string) => string): string[] {
	const { theme } = look;
	const base = look.base ?? theme.text;
	const cells = widths.map((columns, index) =>
		wrapTextWithAnsi(base(style(drawInline(row[index]?.content ?? [], look))), columns),
	);
	const height = Math.max(...cells.map((lines) => lines.length));
	const bar = theme.border(theme.symbol("boxSharp.vertical"));
	return Array.from({ length: height }, (_, line) => {
		const parts = cells.map((lines, index) =>
			align(lines[line] ?? "", widths[index] ?? 0, row[index]?.align ?? "left"),
		);
		return `${bar} ${parts.join(` ${bar} `)} ${bar}`;
	});
}

function align(text: string, columns: number, side: TableCell["align"]): string {
	const free = Math.max(0, columns - visibleWidth(text));
	const before = side === "right" ? free : side === "center" ? Math.floor(free / 2) : 0;
	return " ".repeat(before) + text + " ".repeat(free - before);
}

function drawAsList(header: Row, rows: readonly Row[], width: number, look: MarkdownLook): string[] {
	const { theme } = look;
	const base = look.base ?? theme.text;
	return rows.flatMap((row, index) => [
		...(index > 0 ? [""] : []),
		...header.flatMap((title, column) => {
			const label = theme.bold(`${plainInline(title.content)}:`);
			return wrapTextWithAnsi(base(`${label} ${drawInline(row[column]?.content ?? [], look)}`), width);
		}),
	]);
}
