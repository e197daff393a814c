import { sliceWithWidth } from "./slice.ts";
import { visibleWidth } from "./visible-width.ts";

/** Exactly `width` columns: padded or truncated. */
export function fitToWidth(text: string, width: number): string {
	const columns = visibleWidth(text);
	if (columns === width) return text;
	if (columns < width) return text + " ".repeat(width - columns);
	const slice = sliceWithWidth(text, 0, width);
	return slice.text + " ".repeat(Math.max(0, width - slice.width));
}
