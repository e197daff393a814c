import type { CellBox } from "./fit-cells.ts";

const CHUNK = 4096;
const PLACEHOLDER = "\u{10eeee}";
/** The start of kitty's list of row diacritics. */
const ROW_MARKS = [
	..."\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c\u0350\u0351\u0352\u0357\u035b\u0363\u0364",
	..."\u0365\u0366\u0367\u0368\u0369\u036a\u036b\u036c\u036d\u036e\u036f\u0483\u0484\u0485\u0486\u0487\u0592\u0593\u0594",
	..."\u0595\u0597\u0598\u0599\u059c\u059d\u059e\u059f\u05a0\u05a1\u05a8\u05a9",
];

export const MOST_PLACEHOLDER_ROWS = ROW_MARKS.length;

/** Sends a PNG to the terminal under an id, without showing it. `q=2` suppresses the reply. */
export function transmitKitty(id: number, png: string): string {
	let sequences = "";
	for (let at = 0; at < png.length; at += CHUNK) {
		const control = at === 0 ? `a=t,f=100,i=${id},q=2,` : "q=2,";
		const isMore = at + CHUNK < png.length ? 1 : 0;
		sequences += `\x1b_G${control}m=${isMore};${png.slice(at, at + CHUNK)}\x1b\\`;
	}
	return sequences;
}

/** Draws it at the cursor without moving the cursor. */
export function placeKitty(id: number, { columns, rows }: CellBox): string {
	return `\x1b_Ga=p,i=${id},p=1,c=${columns},r=${rows},C=1,q=2\x1b\\`;
}

/** Enables placeholders for it. */
export function placeKittyVirtually(id: number, { columns, rows }: CellBox): string {
	return `\x1b_Ga=p,U=1,i=${id},c=${columns},r=${rows},q=2\x1b\\`;
}

/** Deletes the image from the screen and from the terminal's memory. */
export function deleteKitty(id: number): string {
	return `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`;
}

/** Rows of text that the terminal shows as the image; their color encodes the id. */
export function placeholderRows(id: number, { columns, rows }: CellBox): string[] {
	const color = `\x1b[38;2;${(id >> 16) & 255};${(id >> 8) & 255};${id & 255}m`;
	return Array.from({ length: rows }, (_, row) => {
		// The first cell has row and column; the following ones continue from it.
		const first = `${PLACEHOLDER}${ROW_MARKS[row] ?? ""}${ROW_MARKS[0]}`;
		return `${color}${first}${PLACEHOLDER.repeat(columns - 1)}\x1b[39m`;
	});
}
