import type { IBufferCell, IBufferLine } from "@xterm/headless";

/** A row of a terminal as text with its SGR sequences, without trailing blanks. */
export function rowText(
	line: IBufferLine | undefined,
	cursor?: { readonly column: number; readonly mark: string },
): string {
	const length = line ? Math.max(usedCells(line), cursor ? cursor.column : 0) : 0;
	let text = "";
	let style = "";
	for (let column = 0; column < length; column++) {
		if (cursor?.column === column) text += cursor.mark;
		const cell = line?.getCell(column);
		// Skip the second half of a wide character.
		if (!cell || cell.getWidth() === 0) continue;
		const wanted = encodeStyle(cell);
		if (wanted !== style) text += `\x1b[0${wanted}m`;
		style = wanted;
		text += cell.isInvisible() ? " ".repeat(cell.getWidth()) : cell.getChars() || " ";
	}
	if (style !== "") text += "\x1b[0m";
	return cursor && cursor.column >= length ? text + cursor.mark : text;
}

function usedCells(line: IBufferLine): number {
	let end = line.length;
	while (end > 0) {
		const cell = line.getCell(end - 1);
		if (cell && (cell.getChars().trim() !== "" || cell.getWidth() === 0 || encodeStyle(cell) !== "")) break;
		end--;
	}
	return end;
}

/** The codes that follow the `0` of a reset. */
function encodeStyle(cell: IBufferCell): string {
	if (cell.isAttributeDefault()) return "";
	const attributes: ReadonlyArray<readonly [number, number]> = [
		[cell.isBold(), 1],
		[cell.isDim(), 2],
		[cell.isItalic(), 3],
		[cell.isUnderline(), 4],
		[cell.isInverse(), 7],
		[cell.isStrikethrough(), 9],
	];
	const set = attributes.map(([isOn, code]) => (isOn ? `;${code}` : ""));
	const foreground = color(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor(), 38);
	return set.join("") + foreground + color(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor(), 48);
}

function color(isRgb: boolean, isPalette: boolean, value: number, code: number): string {
	if (isRgb) return `;${code};2;${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`;
	return isPalette ? `;${code};5;${value}` : "";
}
