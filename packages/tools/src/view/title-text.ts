import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";

/** Foreign text for a title: safe, and without line breaks. */
export function titleText(text: string): string {
	return visibleText(text).replace(/\s*\n\s*/g, " ");
}

/** `1 file`, `2 files`. */
export function countOf(number: number, one: string, many: string): string {
	return `${number} ${number === 1 ? one : many}`;
}
