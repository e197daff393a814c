import type { Component } from "@oh-my-pi/pi-tui/component";
import { typedText } from "@oh-my-pi/pi-tui/input/typed-text";
import { screenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";

export interface SettingItem {
	readonly id: string;
	readonly label: string;
	readonly description?: string;
	currentValue: string;
	/** Enter and space go through these. */
	readonly values?: readonly string[];
	/** Enter opens this instead; `done` closes it. */
	readonly submenu?: (currentValue: string, done: (selected?: string) => void) => Component;
}

type Selectable = (text: string, isSelected: boolean) => string;

export interface SettingsListTheme {
	readonly label: Selectable;
	readonly value: Selectable;
	readonly description: (text: string) => string;
	readonly cursor: string;
	readonly hint: (text: string) => string;
}

/** The colors of the screen. */
export function getSettingsListTheme(): SettingsListTheme {
	const { theme } = screenStyle();
	return {
		label: (text, isSelected) => (isSelected ? theme.accent(text) : text),
		value: (text, isSelected) => (isSelected ? theme.accent(text) : theme.muted(text)),
		description: theme.dim,
		cursor: theme.accent("→ "),
		hint: theme.dim,
	};
}

/** Settings with their values, changed in place. */
export class SettingsList implements Component {
	readonly #items: readonly SettingItem[];
	readonly #maxVisible: number;
	readonly #theme: SettingsListTheme;
	readonly #onChange: (id: string, value: string) => void;
	readonly #onCancel: () => void;
	readonly #isSearchable: boolean;
	#query = "";
	#selected = 0;
	#submenu: Component | undefined;

	constructor(
		items: readonly SettingItem[],
		maxVisible: number,
		theme: SettingsListTheme,
		onChange: (id: string, value: string) => void,
		onCancel: () => void,
		options: { readonly enableSearch?: boolean } = {},
	) {
		this.#items = items;
		this.#maxVisible = Math.max(1, maxVisible);
		this.#theme = theme;
		this.#onChange = onChange;
		this.#onCancel = onCancel;
		this.#isSearchable = options.enableSearch ?? false;
	}

	updateValue(id: string, value: string): void {
		const item = this.#items.find((candidate) => candidate.id === id);
		if (item) item.currentValue = value;
	}

	handleInput(data: string): void {
		if (this.#submenu) {
			this.#submenu.handleInput?.(data);
			return;
		}
		const { keymap } = screenStyle();
		const is = (action: string) => keymap.matches(data, `tui.select.${action}`);
		const count = this.#shown.length;
		if (is("cancel")) this.#onCancel();
		else if (is("up") && count > 0) this.#selected = (this.#selected + count - 1) % count;
		else if (is("down") && count > 0) this.#selected = (this.#selected + 1) % count;
		else if (is("confirm") || (data === " " && this.#query === "")) this.#activate();
		else if (this.#isSearchable) this.#search(data);
	}

	render(width: number): readonly string[] {
		if (this.#submenu) return this.#submenu.render(width);
		const shown = this.#shown;
		const labels = Math.min(30, Math.max(0, ...shown.map(({ label }) => visibleWidth(label))));
		const first = Math.max(
			0,
			Math.min(this.#selected - Math.floor(this.#maxVisible / 2), shown.length - this.#maxVisible),
		);
		const rows = shown.slice(first, first + this.#maxVisible).map((item, index) => {
			const isSelected = first + index === this.#selected;
			const label = this.#theme.label(fitToWidth(item.label, labels), isSelected);
			const value = this.#theme.value(item.currentValue, isSelected);
			return truncateToWidth(`${isSelected ? this.#theme.cursor : "  "}${label}  ${value}`, width);
		});
		const description = shown[this.#selected]?.description;
		const about = description ? wrapTextWithAnsi(description, Math.max(1, width - 4)) : [];
		return [
			...(this.#query === "" ? [] : [this.#theme.hint(`  ${this.#query}`), ""]),
			...(rows.length === 0 ? [this.#theme.hint("  No matching settings")] : rows),
			...(about.length > 0 ? ["", ...about.map((row) => this.#theme.description(`  ${row}`))] : []),
			"",
			this.#theme.hint("  Enter/Space to change · Esc to cancel"),
		];
	}

	invalidate(): void {
		this.#submenu?.invalidate?.();
	}

	get #shown(): readonly SettingItem[] {
		return fuzzyFilter(this.#query, this.#items, ({ label }) => label);
	}

	#activate(): void {
		const item = this.#shown[this.#selected];
		if (!item) return;
		if (item.submenu) {
			this.#submenu = item.submenu(item.currentValue, (selected) => {
				this.#submenu = undefined;
				if (selected !== undefined) this.#change(item, selected);
			});
			return;
		}
		const values = item.values ?? [];
		const next = values[(values.indexOf(item.currentValue) + 1) % values.length];
		if (next !== undefined) this.#change(item, next);
	}

	#change(item: SettingItem, value: string): void {
		item.currentValue = value;
		this.#onChange(item.id, value);
	}

	#search(data: string): void {
		const typed = typedText(data);
		if (typed !== undefined) this.#query += typed;
		else if (screenStyle().keymap.matches(data, "tui.editor.deleteCharBackward"))
			this.#query = this.#query.slice(0, -1);
		this.#selected = 0;
	}
}
