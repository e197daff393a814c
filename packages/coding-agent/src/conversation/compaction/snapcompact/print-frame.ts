import { glyphRows } from "./glyphs.data.ts";
import { encodePng } from "./png.ts";

const cell = { width: 6, height: 8 };
export const fontName = "5x7";

/** Characters on one page. */
export interface FrameShape {
	readonly columns: number;
	readonly rows: number;
}

/** Renders text as a PNG, black on white. Lines break anywhere. */
export function printFrame(text: string, shape: FrameShape): Buffer {
	const rows = Math.min(shape.rows, Math.max(1, Math.ceil(text.length / shape.columns)));
	const width = shape.columns * cell.width;
	const height = rows * cell.height;
	const bytesPerRow = Math.ceil(width / 8);
	const pixels = new Uint8Array(bytesPerRow * height).fill(0xff);
	for (let index = 0; index < Math.min(text.length, shape.columns * rows); index++) {
		const left = (index % shape.columns) * cell.width;
		const top = Math.floor(index / shape.columns) * cell.height;
		for (const [y, bits] of glyph(text[index] ?? " ").entries()) {
			for (let x = 0; x < 5; x++) {
				if ((bits & (0x10 >> x)) === 0) continue;
				const at = (top + y) * bytesPerRow + ((left + x) >> 3);
				pixels[at] = (pixels[at] ?? 0) & ~(0x80 >> ((left + x) & 7));
			}
		}
	}
	return encodePng(width, height, pixels);
}

/** Maps text to printable characters; collapses blanks and marks line ends. */
export function printable(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[‘’‚]/g, "'")
		.replace(/[“”„]/g, '"')
		.replace(/[–—−]/g, "-")
		.replace(/…/g, "...")
		.replace(/→/g, "->")
		.replace(/\s*\n\s*/g, "¶")
		.replace(/\s+/g, " ")
		.replace(/[^ -~¶]/gu, "?");
}

const glyphs = new Map(
	Object.entries(glyphRows).map(([character, rows]) => [
		character,
		rows.split(" ").map((row) => Number.parseInt(row, 16)),
	]),
);

function glyph(character: string): readonly number[] {
	return glyphs.get(character) ?? glyphs.get("?") ?? [];
}
