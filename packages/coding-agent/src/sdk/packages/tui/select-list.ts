import type { Component } from "@oh-my-pi/pi-tui/component";
import { screenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Style } from "@oh-my-pi/pi-tui/theme/theme";

export interface SelectItem {
	readonly value: string;
	readonly label?: string;
	readonly description?: string;
}

export interface SelectListTheme {
	readonly selectedPrefix: Style;
	readonly selectedText: Style;
	readonly description: Style;
	readonly scrollInfo: Style;
	readonly noMatch: Style;
}

/** The colors of the screen. */
export function getSelectListTheme(): SelectListTheme {
	const { theme } = screenStyle();
	return {
		selectedPrefix: theme.accent,
		selectedText: theme.accent,
		description: theme.muted,
		scrollInfo: theme.muted,
		noMatch: theme.muted,
	};
}

const minDescriptionWidth = 40;
const labelColumns = 30;

/** A list to choose one item from, with the keys of the user. */
export class SelectList implements Component {
	readonly #items: readonly SelectItem[];
	readonly #maxVisible: number;
	readonly #theme: SelectListTheme;
	#shown: readonly SelectItem[];
	#selected = 0;
	onSelect?: (item: SelectItem) => void;
	onCancel?: () => void;
	onSelectionChange?: (item: SelectItem) => void;

	constructor(items: readonly SelectItem[], maxVisible = 5, theme: SelectListTheme = getSelectListTheme()) {
		this.#items = items;
		this.#shown = items;
		this.#maxVisible = Math.max(1, maxVisible);
		this.#theme = theme;
	}

	setFilter(filter: string): void {
		const wanted = filter.toLowerCase();
		this.#shown = this.#items.filter((item) => item.value.toLowerCase().startsWith(wanted));
		this.#selected = 0;
	}

	setSelectedIndex(index: number): void {
		this.#selected = Math.max(0, Math.min(index, this.#shown.length - 1));
	}

	getSelectedItem(): SelectItem | null {
		return this.#shown[this.#selected] ?? null;
	}

	handleInput(data: string): void {
		const { keymap } = screenStyle();
		const count = this.#shown.length;
		const is = (action: string) => keymap.matches(data, `tui.select.${action}`);
		if (is("cancel")) this.onCancel?.();
		else if (count === 0) return;
		else if (is("up")) this.#moveTo((this.#selected + count - 1) % count);
		else if (is("down")) this.#moveTo((this.#selected + 1) % count);
		else if (is("pageUp")) this.#moveTo(this.#selected - this.#maxVisible);
		else if (is("pageDown")) this.#moveTo(this.#selected + this.#maxVisible);
		else if (is("confirm")) this.#choose();
	}

	render(width: number): readonly string[] {
		if (this.#shown.length === 0) return [this.#theme.noMatch("  No matching commands")];
		const first = Math.max(
			0,
			Math.min(this.#selected - Math.floor(this.#maxVisible / 2), this.#shown.length - this.#maxVisible),
		);
		const rows = this.#shown
			.slice(first, first + this.#maxVisible)
			.map((item, index) => this.#row(item, first + index === this.#selected, width));
		if (this.#shown.length <= this.#maxVisible) return rows;
		return [...rows, this.#theme.scrollInfo(`  (${this.#selected + 1}/${this.#shown.length})`)];
	}

	invalidate(): void {}

	#row(item: SelectItem, isSelected: boolean, width: number): string {
		const label = item.label || item.value;
		const prefix = isSelected ? "→ " : "  ";
		const description = item.description?.replace(/\s*\n\s*/g, " ");
		if (description === undefined || description === "" || width <= minDescriptionWidth) {
			const text = truncateToWidth(label, width - 4, "");
			return isSelected ? this.#theme.selectedText(prefix + text) : prefix + text;
		}
		const name = fitToWidth(truncateToWidth(label, labelColumns, ""), labelColumns + 2);
		const rest = truncateToWidth(description, width - visibleWidth(prefix + name) - 2, "");
		if (isSelected) return this.#theme.selectedText(prefix + name + rest);
		return prefix + name + this.#theme.description(rest);
	}

	#moveTo(index: number): void {
		this.setSelectedIndex(index);
		const item = this.getSelectedItem();
		if (item) this.onSelectionChange?.(item);
	}

	#choose(): void {
		const item = this.getSelectedItem();
		if (item) this.onSelect?.(item);
	}
}
