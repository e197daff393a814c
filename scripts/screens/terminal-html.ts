import { type IBuffer, type IBufferCell, Terminal } from "@xterm/headless";

export interface Picture {
	readonly html: string;
	readonly cols: number;
	readonly rows: number;
}

const page = { background: "#16191e", text: "#d8dee9" };
const basicColors = "#1d2127 #e5807a #8cc98b #e0b26b #7fb4e8 #b39ddb #6cc1b8 #d8dee9".split(" ");

/** What a terminal of this size shows after a program has written all this, as HTML with one cell per column. */
export async function terminalHtml(written: string, size: { cols: number; rows: number }): Promise<Picture> {
	const terminal = new Terminal({ ...size, allowProposedApi: true, scrollback: 0 });
	await new Promise<void>((resolve) => terminal.write(written, resolve));
	const rows = Array.from({ length: size.rows }, (_, row) => rowHtml(terminal.buffer.active, row, size.cols));
	const style = `margin:12px;background:${page.background};color:${page.text};font:14px/19px 'DejaVu Sans Mono','Noto Color Emoji',monospace;white-space:pre`;
	return { html: `<body style="${style}">${rows.map((row) => `<div>${row}</div>`).join("")}</body>`, ...size };
}

function rowHtml(buffer: IBuffer, row: number, cols: number): string {
	const line = buffer.getLine(buffer.baseY + row);
	const spans: string[] = [];
	for (let column = 0; column < cols; column++) {
		const cell = line?.getCell(column);
		if (!cell || cell.getWidth() === 0) continue;
		spans.push(`<span style="${cellStyle(cell)}">${escaped(cell.getChars() || " ")}</span>`);
	}
	return spans.join("");
}

function cellStyle(cell: IBufferCell): string {
	const foreground = colorOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()) ?? page.text;
	const background = colorOf(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor());
	const [front, back] = cell.isInverse() ? [background ?? page.background, foreground] : [foreground, background];
	return [
		`display:inline-block;height:19px;vertical-align:top;width:${cell.getWidth()}ch;color:${front}`,
		back && `background:${back}`,
		cell.isBold() && "font-weight:bold",
		cell.isItalic() && "font-style:italic",
		cell.isDim() && "opacity:.6",
		cell.isUnderline() && "text-decoration:underline",
		cell.isStrikethrough() && "text-decoration:line-through",
	]
		.filter(Boolean)
		.join(";");
}

function colorOf(isRgb: boolean | number, isPalette: boolean | number, color: number): string | undefined {
	if (isRgb) return `#${color.toString(16).padStart(6, "0")}`;
	return isPalette ? basicColors[color % basicColors.length] : undefined;
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
