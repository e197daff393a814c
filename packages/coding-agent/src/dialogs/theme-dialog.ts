import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog, DialogContext } from "./contract/dialog.ts";
import { keyHints } from "./parts/key-hints.ts";
import { themeSample } from "./parts/theme-sample.ts";

export interface ThemeDialogOptions {
	readonly themes: ReadonlyArray<{ readonly name: string; readonly note: string }>;
	/** The one of the slot in use. */
	readonly current: string;
	/** Shows a theme without choosing it. */
	readonly preview: (name: string) => Promise<void>;
}

/** Chooses a theme, each shown as the cursor comes to it; whoever asked shows the chosen one afterwards. */
export function themeDialog(options: ThemeDialogOptions): Dialog<string> {
	const { themes, current } = options;
	return {
		title: "Theme",
		open: (context) => new ThemePicker(options, context),
		plain: (lines) =>
			lines.choose(
				`Theme (now ${current})`,
				themes.map(({ name, note }) => ({ value: name, label: name, description: note })),
			),
	};
}

/** With fewer rows than this, the list is all there is room for. */
const sampledFrom = 24;

class ThemePicker implements Component, Focusable {
	readonly #context: DialogContext<string>;
	readonly #list: SelectList<string>;
	focused = false;

	constructor({ themes, current, preview }: ThemeDialogOptions, context: DialogContext<string>) {
		this.#context = context;
		const { theme, keymap, done } = context;
		this.#list = new SelectList<string>({
			items: themes.map(({ name, note }) => ({ value: name, label: name, description: note })),
			theme,
			keymap,
			filterable: true,
			emptyText: "No such theme",
			onSelect: done,
			onCancel: () => done(undefined),
			onHighlight: (name) => {
				if (name !== undefined) void preview(name);
			},
		});
		this.#list.highlight(({ value }) => value === current);
	}

	handleInput(data: string): void {
		this.#list.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#list.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		this.#list.focused = this.focused;
		this.#list.invalidate();
		const inner = Math.max(1, width - 2);
		const hasRoom = this.#context.rows() >= sampledFrom;
		const below = [
			...(hasRoom ? ["", ...themeSample(theme, inner), ""] : []),
			keyHints(
				[
					["Enter", "use"],
					["Esc", "back"],
				],
				theme,
				inner,
			),
		];
		return [...this.#list.render(width), ...below.map((row) => ` ${row}`)];
	}
}
