import { isPrintableAscii } from "./ascii.ts";
import { sliceWithWidth } from "./slice.ts";
import { visibleWidth } from "./visible-width.ts";

/** The line if it fits, else its beginning with the ellipsis, together at most `width` columns. */
export function truncateToWidth(text: string, width: number, ellipsis = "…"): string {
	if (width <= 0) return "";
	if (text.length <= width && isPrintableAscii(text)) return text;
	if (visibleWidth(text) <= width) return text;
	const mark = visibleWidth(ellipsis) <= width ? ellipsis : "";
	return sliceWithWidth(text, 0, width - visibleWidth(mark)).text + mark;
}
