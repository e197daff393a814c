import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** A key and what it does. */
export type KeyHint = readonly [key: string, does: string];

/** `Enter open · Esc cancel`; too narrow, those before the last go first, since the last one says how to leave. */
export function keyHints(hints: readonly KeyHint[], theme: Theme, width: number): string {
	const shown = hints.map(([key, does]) => `${key} ${does}`);
	const joined = () => shown.join(` ${theme.symbol("text.dot")} `);
	while (shown.length > 1 && visibleWidth(joined()) > width) shown.splice(-2, 1);
	return theme.dim(joined());
}

/** The first key of an action as people write it: `Ctrl+R`. */
export function keyName(keymap: Keymap, action: string): string {
	const [chord = ""] = keymap.chordsFor(action);
	return chord
		.split("+")
		.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
		.join("+");
}
