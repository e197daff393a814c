import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";

export interface ListPosition {
	readonly index: number;
	readonly count: number;
	/** How many rows a page has. */
	readonly page: number;
}

/** Where a key takes the cursor of a list; `undefined` when the key does something else. Up and Down go round. */
export function movedCursor(data: string, keymap: Keymap, { index, count, page }: ListPosition): number | undefined {
	const round = (next: number) => (count === 0 ? 0 : (next + count) % count);
	const within = (next: number) => Math.max(0, Math.min(next, count - 1));
	if (keymap.matches(data, "tui.select.up")) return round(index - 1);
	if (keymap.matches(data, "tui.select.down")) return round(index + 1);
	if (keymap.matches(data, "tui.select.pageUp")) return within(index - page);
	if (keymap.matches(data, "tui.select.pageDown")) return within(index + page);
	if (matchesKey(data, "home")) return 0;
	return matchesKey(data, "end") ? within(count - 1) : undefined;
}
