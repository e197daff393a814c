import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";

/** Lines wrapped between empty columns. */
export function paddedRows(lines: readonly string[], width: number, padding: number): string[] {
	const side = " ".repeat(Math.min(padding, Math.max(0, Math.floor((width - 1) / 2))));
	const inner = Math.max(1, width - 2 * side.length);
	return lines.flatMap((line) => wrapTextWithAnsi(line, inner)).map((row) => side + row);
}
