import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { type IBuffer, type IBufferCell, type IUnicodeVersionProvider, Terminal } from "@xterm/headless";

export interface Picture {
	readonly html: string;
	readonly cols: number;
	readonly rows: number;
}

type Page = { readonly background: string; readonly text: string };
const dark: Page = { background: "#16191e", text: "#d8dee9" };
const light: Page = { background: "#ffffff", text: "#24292f" };
const basicColors = "#1d2127 #e5807a #8cc98b #e0b26b #7fb4e8 #b39ddb #6cc1b8 #d8dee9".split(" ");

/** The screen of a terminal of this size after the given output, as HTML with one cell per column. */
export async function terminalHtml(
	written: string,
	{ isLight, fonts = "", ...size }: { cols: number; rows: number; isLight?: boolean; fonts?: string },
): Promise<Picture> {
	const page = isLight ? light : dark;
	const terminal = new Terminal({ ...size, allowProposedApi: true, scrollback: 0 });
	terminal.unicode.register(modernWidths);
	terminal.unicode.activeVersion = modernWidths.version;
	await new Promise<void>((resolve) => terminal.write(written, resolve));
	const { active } = terminal.buffer;
	const hidden = /\x1b\[\?25l(?!.*\x1b\[\?25h)/s.test(written);
	const caret = hidden ? undefined : { row: active.cursorY, column: active.cursorX };
	const rows = Array.from({ length: size.rows }, (_, row) =>
		rowHtml(active, row, { cols: size.cols, caret: caret?.row === row ? caret.column : undefined, page }),
	);
	const style = `margin:12px;background:${page.background};color:${page.text};font:14px/19px 'DejaVu Sans Mono','Noto Color Emoji',Extra0,Extra1,Extra2,monospace;white-space:pre`;
	return {
		html: `<style>${fonts}</style><body style="${style}">${rows.map((row) => `<div>${row}</div>`).join("")}</body>`,
		...size,
	};
}

/** Emoji take two columns, as in modern terminals. */
const modernWidths: IUnicodeVersionProvider = {
	version: "modern",
	wcwidth: (codepoint) => (codepoint < 0x20 ? 0 : (visibleWidth(String.fromCodePoint(codepoint)) as 0 | 1 | 2)),
	charProperties(codepoint, preceding) {
		const width = this.wcwidth(codepoint);
		const joins = width === 0 && preceding !== 0;
		return ((joins ? (preceding >> 1) & 3 : width) << 1) | (joins ? 1 : 0);
	},
};

function rowHtml(
	buffer: IBuffer,
	row: number,
	{ cols, caret, page }: { cols: number; caret: number | undefined; page: Page },
): string {
	const line = buffer.getLine(buffer.baseY + row);
	const spans: string[] = [];
	for (let column = 0; column < cols; column++) {
		const cell = line?.getCell(column);
		if (!cell || cell.getWidth() === 0) continue;
		const style = cellStyle(cell, column === caret, page);
		// A glyph wider than its cell is not clipped by the next cell's background.
		spans.push(
			`<span style="${style}"><b style="font-weight:inherit;position:relative;z-index:1">${escaped(cell.getChars() || " ")}</b></span>`,
		);
	}
	return spans.join("");
}

function cellStyle(cell: IBufferCell, isCaret: boolean, page: Page): string {
	const foreground = resolveColor(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()) ?? page.text;
	const background = resolveColor(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor());
	const [front, back] =
		Boolean(cell.isInverse()) !== isCaret ? [background ?? page.background, foreground] : [foreground, background];
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

function resolveColor(isRgb: boolean | number, isPalette: boolean | number, color: number): string | undefined {
	if (isRgb) return `#${color.toString(16).padStart(6, "0")}`;
	return isPalette ? basicColors[color % basicColors.length] : undefined;
}

function escaped(text: string): string {
	// Fonts without colors lack the magnifying glass.
	return text.replace("🔍", "⌕").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
