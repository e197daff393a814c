import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import type { Highlighter } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { interactiveKeymap } from "../../modes/interactive/keys/keymap.ts";
import type { Dialog } from "../contract/dialog.ts";

/** A dialog on a screen of its own, whose keys a test presses. */
export function openDialog<Result>(
	dialog: Dialog<Result>,
	options: { theme?: Theme; rows?: number; highlight?: Highlighter } = {},
) {
	const results: Array<Result | undefined> = [];
	const component = dialog.open({
		theme: options.theme ?? plainTheme,
		keymap: interactiveKeymap(),
		...(options.highlight && { highlight: options.highlight }),
		rows: () => options.rows ?? 24,
		requestRender: () => {},
		done: (result) => results.push(result),
	});
	const press = (...keys: string[]) => {
		for (const key of keys) component.handleInput?.(key);
		return results;
	};
	return {
		component,
		results,
		press,
		type: (text: string) => press(...text),
		rows: (width = 60) => component.render(width).map((row) => row.trimEnd()),
	};
}
