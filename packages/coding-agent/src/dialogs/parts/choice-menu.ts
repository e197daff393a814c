import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { typedText } from "@oh-my-pi/pi-tui/input/typed-text";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";
import { drawList } from "./draw-list.ts";
import { movedCursor } from "./list-cursor.ts";

export interface MenuChoice<Value> {
	readonly value: Value;
	readonly label: string;
	readonly note?: string;
}

export interface ChoiceMenuOptions<Value> {
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly title: string;
	readonly help?: string;
	readonly choices: ReadonlyArray<MenuChoice<Value>>;
	/** The choice in force, marked and under the cursor at first. */
	readonly isCurrent?: (value: Value) => boolean;
	/** Said of each value as the cursor comes to it; `undefined` when the menu closes without a choice. */
	onHighlight?(value: Value | undefined): void;
	onChoose(value: Value): void;
	onCancel(): void;
}

/** A menu inside a dialog that fills the screen: a title, a word of help, and what there is to choose. Typing narrows it. */
export class ChoiceMenu<Value> {
	readonly #options: ChoiceMenuOptions<Value>;
	#query = "";
	#selected: number;
	#page = 10;

	constructor(options: ChoiceMenuOptions<Value>) {
		this.#options = options;
		const { choices, isCurrent } = options;
		this.#selected = Math.max(0, isCurrent ? choices.findIndex(({ value }) => isCurrent(value)) : 0);
	}

	handleInput(data: string): void {
		const { keymap, onChoose } = this.#options;
		const shown = this.#shown;
		const moved = movedCursor(data, keymap, { index: this.#selected, count: shown.length, page: this.#page });
		const choice = shown[this.#selected];
		if (moved !== undefined) this.#select(moved);
		else if (keymap.matches(data, "tui.select.cancel")) this.#cancel();
		else if (keymap.matches(data, "tui.select.confirm") || (data === " " && this.#query === "")) {
			if (choice) onChoose(choice.value);
		} else if (keymap.matches(data, "tui.editor.deleteCharBackward")) this.#search(this.#query.slice(0, -1));
		else this.#search(this.#query + (typedText(data) ?? ""));
	}

	draw(width: number, height: number): string[] {
		const { theme, title, help } = this.#options;
		const shown = this.#shown;
		const query = this.#query === "" ? "" : theme.accent(`  ${theme.symbol("icon.search")} ${this.#query}`);
		const explained = help === undefined ? [] : wrapTextWithAnsi(theme.muted(help), width);
		const head = [theme.bold(theme.accent(title)) + query, ...explained, ""];
		if (shown.length === 0) return [...head, theme.muted("No matches; Esc clears the search")];
		this.#page = Math.max(1, height - head.length);
		const rows = drawList({
			count: shown.length,
			selected: this.#selected,
			height: this.#page,
			width,
			theme,
			draw: (index, isSelected) => [this.#row(shown[index], isSelected)],
		});
		return [...head, ...rows];
	}

	#row(choice: MenuChoice<Value> | undefined, isSelected: boolean): string {
		if (!choice) return "";
		const { theme, isCurrent } = this.#options;
		const { value, label, note } = choice;
		const mark = isCurrent?.(value) ? theme.accent(theme.symbol("radio.on")) : theme.dim(theme.symbol("radio.off"));
		return `${isCurrent ? `${mark} ` : ""}${isSelected ? theme.accent(label) : label}${note ? `  ${theme.muted(note)}` : ""}`;
	}

	get #shown(): ReadonlyArray<MenuChoice<Value>> {
		return fuzzyFilter(this.#query, this.#options.choices, ({ label }) => label);
	}

	#select(index: number): void {
		this.#selected = index;
		this.#options.onHighlight?.(this.#shown[index]?.value);
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
		this.#options.onHighlight?.(undefined);
		this.#options.onCancel();
	}
}
