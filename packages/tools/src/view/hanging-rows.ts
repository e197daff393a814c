import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Style } from "@oh-my-pi/pi-tui/theme/theme";

/** A line behind its gutter; what does not fit goes on below, behind an empty one. */
export function hangingRows(gutter: string, text: string, options: { width: number; style: Style }): string[] {
	const columns = visibleWidth(gutter);
	const room = options.width - columns;
	if (room < 8 || visibleWidth(text) <= room) return [options.style(gutter) + text];
	const [first = "", ...rest] = wrapTextWithAnsi(text, room);
	const empty = `${" ".repeat(Math.max(0, columns - 1))}${gutter.slice(-1)}`;
	return [options.style(gutter) + first, ...rest.map((row) => options.style(empty) + row)];
}
