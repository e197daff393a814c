import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { typedText } from "@oh-my-pi/pi-tui/input/typed-text";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";
import type { Setting } from "../../../../settings/setting.ts";
import { drawList } from "../parts/draw-list.ts";
import { movedCursor } from "../parts/list-cursor.ts";

export interface PanelMenuOptions {
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly setting: Setting<unknown>;
	readonly current: unknown;
	readonly values: readonly string[];
	/** Said of each value as the cursor comes to it; `undefined` when the menu closes without a choice. */
	onHighlight(value: string | undefined): void;
	onChoose(value: string): void;
	onCancel(): void;
}

/** The values of a setting to choose from, with its help above. Typing narrows them. */
export class PanelMenu {
	readonly #options: PanelMenuOptions;
	#query = "";
	#selected: number;
	#page = 10;

	constructor(options: PanelMenuOptions) {
		this.#options = options;
		this.#selected = Math.max(0, options.values.indexOf(String(options.current)));
	}

	handleInput(data: string): void {
		const { keymap, onChoose } = this.#options;
		const shown = this.#shown;
		const moved = movedCursor(data, keymap, { index: this.#selected, count: shown.length, page: this.#page });
		const value = shown[this.#selected];
		if (moved !== undefined) this.#select(moved);
		else if (keymap.matches(data, "tui.select.cancel")) this.#cancel();
		else if (keymap.matches(data, "tui.select.confirm") || (data === " " && this.#query === "")) {
			if (value !== undefined) onChoose(value);
		} else if (keymap.matches(data, "tui.editor.deleteCharBackward")) this.#search(this.#query.slice(0, -1));
		else this.#search(this.#query + (typedText(data) ?? ""));
	}

	draw(width: number, height: number): string[] {
		const { theme, setting, current } = this.#options;
		const shown = this.#shown;
		const query = this.#query === "" ? "" : theme.accent(`  ${theme.symbol("icon.search")} ${this.#query}`);
		const head = [
			theme.bold(theme.accent(setting.label)) + query,
			...wrapTextWithAnsi(theme.muted(setting.help), width),
			"",
		];
		if (shown.length === 0) return [...head, theme.muted("No such value")];
		this.#page = Math.max(1, height - head.length);
		const rows = drawList({
			count: shown.length,
			selected: this.#selected,
			height: this.#page,
			width,
			theme,
			draw: (index, isSelected) => {
				const value = shown[index] ?? "";
				const mark =
					value === String(current) ? theme.accent(theme.symbol("radio.on")) : theme.dim(theme.symbol("radio.off"));
				const note = value === setting.default ? theme.muted("  default") : "";
				return [`${mark} ${isSelected ? theme.accent(value) : value}${note}`];
			},
		});
		return [...head, ...rows];
	}

	get #shown(): readonly string[] {
		return fuzzyFilter(this.#query, this.#options.values, (value) => value);
	}

	#select(index: number): void {
		this.#selected = index;
		this.#options.onHighlight(this.#shown[index]);
	}

	#search(query: string): void {
		if (query === this.#query) return;
		this.#query = query;
		this.#select(0);
	}

	#cancel(): void {
		if (this.#query !== "") {
			this.#search("");
			return;
		}
		this.#options.onHighlight(undefined);
		this.#options.onCancel();
	}
}
