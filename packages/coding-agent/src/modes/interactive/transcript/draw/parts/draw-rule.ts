import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

const before = 2;

/** A dim line across the screen with words in it. */
export function drawRule(text: string, theme: Theme, width: number): string {
	const line = theme.symbol("boxSharp.horizontal");
	if (width < before + 4) return theme.dim(line.repeat(width));
	const words = truncateToWidth(text, width - before - 3, theme.symbol("text.ellipsis"));
	const rest = Math.max(0, width - before - 2 - visibleWidth(words));
	return theme.dim(`${line.repeat(before)} ${words} ${line.repeat(rest)}`);
}
