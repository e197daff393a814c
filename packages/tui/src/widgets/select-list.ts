import type { Component, Focusable } from "../component.ts";
import { CURSOR_MARKER } from "../component.ts";
import { EditSession } from "../editing/edit-session.ts";
import type { Keymap } from "../input/keymap.ts";
import { typedText } from "../input/typed-text.ts";
import { fitToWidth } from "../text/pad.ts";
import { plainText } from "../text/sanitize.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { visibleWidth } from "../text/visible-width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import type { Theme } from "../theme/theme.ts";
import { fuzzyFilter } from "./fuzzy.ts";
import { listWindow, scrollbar } from "./list-window.ts";

export interface SelectItem<T> {
	readonly value: T;
	readonly label: string;
	readonly description?: string;
	/** Drawn as an error. */
	readonly isProblem?: boolean;
}

export interface SelectListOptions<T> {
	readonly items: ReadonlyArray<SelectItem<T>>;
	readonly keymap: Keymap;
	readonly theme: Theme;
	onSelect(value: T): void;
	onCancel?(): void;
	/** The highlighted item changed, for previews. */
	onHighlight?(value: T | undefined): void;
	readonly maxVisible?: number;
	/** Typing filters the list. */
	readonly filterable?: boolean;
	/** Shown instead of the list when nothing matches. */
	readonly emptyText?: string;
}

const DEFAULT_VISIBLE = 10;
/** A list this short needs no search field until something is typed. */
const SHORT = 7;
/** With less room than this a description says nothing; the selected one is shown below its row then. */
const MIN_DESCRIPTION_COLUMNS = 28;
const MAX_LABEL_COLUMNS = 32;

/** A list to choose one item from. */
export class SelectList<T> implements Component, Focusable {
	readonly #options: SelectListOptions<T>;
	readonly #query = new EditSession();
	#items: ReadonlyArray<SelectItem<T>>;
	#matches: ReadonlyArray<SelectItem<T>>;
	#selected = 0;
	#drawn: { key: string; rows: readonly string[] } | undefined;
	focused = false;

	constructor(options: SelectListOptions<T>) {
		this.#options = options;
		this.#items = options.items;
		this.#matches = options.items;
	}

	get highlighted(): SelectItem<T> | undefined {
		return this.#matches[this.#selected];
	}

	get query(): string {
		return this.#query.text;
	}

	/** Replaces the items; the highlight stays on the same value if it still exists. */
	setItems(items: ReadonlyArray<SelectItem<T>>): void {
		const value = this.highlighted?.value;
		this.#items = items;
		this.#filter();
		this.highlight((item) => item.value === value);
	}

	highlight(isWanted: (item: SelectItem<T>) => boolean): void {
		const index = this.#matches.findIndex(isWanted);
		if (index >= 0) this.#moveTo(index);
	}

	handleInput(data: string): void {
		const { keymap } = this.#options;
		if (keymap.matches(data, "tui.select.up")) this.#moveBy(-1);
		else if (keymap.matches(data, "tui.select.down")) this.#moveBy(1);
		else if (keymap.matches(data, "tui.select.pageUp")) this.#moveTo(Math.max(0, this.#selected - this.#pageRows));
		else if (keymap.matches(data, "tui.select.pageDown")) this.#moveTo(this.#selected + this.#pageRows);
		else if (keymap.matches(data, "tui.select.confirm")) this.#choose();
		else if (keymap.matches(data, "tui.select.cancel")) this.#cancel();
		else if (this.#options.filterable) this.#editQuery(data);
		else if (keymap.matches(data, "tui.editor.cursorLineStart")) this.#moveTo(0);
		else if (keymap.matches(data, "tui.editor.cursorLineEnd")) this.#moveTo(this.#matches.length - 1);
	}

	handlePaste(text: string): void {
		if (!this.#options.filterable) return;
		this.#query.insert(plainText(text).replaceAll("\n", " "));
		this.#filter();
	}

	render(width: number): readonly string[] {
		const key = `${width}:${this.#selected}:${this.focused}:${this.#query.state.column}:${this.query}`;
		if (this.#drawn?.key !== key) this.#drawn = { key, rows: this.#draw(width) };
		return this.#drawn.rows;
	}

	invalidate(): void {
		this.#drawn = undefined;
	}

	get #pageRows(): number {
		return this.#options.maxVisible ?? DEFAULT_VISIBLE;
	}

	#moveBy(step: number): void {
		const count = this.#matches.length;
		if (count > 0) this.#moveTo((this.#selected + step + count) % count);
	}

	#moveTo(index: number): void {
		const next = Math.max(0, Math.min(index, this.#matches.length - 1));
		if (next === this.#selected) return;
		this.#selected = next;
		this.#options.onHighlight?.(this.highlighted?.value);
	}

	#choose(): void {
		if (this.highlighted) this.#options.onSelect(this.highlighted.value);
	}

	/** The first press clears the filter, the next one closes. */
	#cancel(): void {
		if (this.query === "") {
			this.#options.onCancel?.();
			return;
		}
		this.#query.reset();
		this.#filter();
	}

	#editQuery(data: string): void {
		const before = this.query;
		const text = typedText(data);
		if (text !== undefined) this.#query.type(text);
		else for (const action of this.#options.keymap.actionsFor(data)) if (this.#query.perform(action)) break;
		if (this.query !== before) this.#filter();
	}

	#filter(): void {
		this.#matches = fuzzyFilter(this.query, this.#items, (item) => `${item.label} ${item.description ?? ""}`);
		this.#selected = 0;
		this.#drawn = undefined;
		this.#options.onHighlight?.(this.highlighted?.value);
	}

	#draw(width: number): readonly string[] {
		const { theme, emptyText = "No matches" } = this.#options;
		const isSearched = this.#options.filterable && (this.#items.length > SHORT || this.query !== "");
		const rows = isSearched ? [this.#drawQuery(width)] : [];
		if (this.#matches.length === 0) return [...rows, truncateToWidth(`  ${theme.muted(emptyText)}`, width)];
		const window = listWindow(this.#matches.length, this.#selected, this.#pageRows);
		const visible = this.#matches.slice(window.start, window.end);
		const widest = this.#matches.reduce((columns, item) => Math.max(columns, visibleWidth(item.label)), 0);
		const labelColumns = Math.min(MAX_LABEL_COLUMNS, widest);
		const bar = scrollbar(this.#matches.length, window, {
			track: theme.dim(theme.symbol("scrollbar.track")),
			thumb: theme.accent(theme.symbol("scrollbar.thumb")),
		});
		const room = width - labelColumns - 6;
		const isNarrow =
			room < MIN_DESCRIPTION_COLUMNS && this.#items.some(({ description = "" }) => visibleWidth(description) > room);
		for (const [index, item] of visible.entries()) {
			const isSelected = window.start + index === this.#selected;
			const { description, ...bare } = item;
			rows.push(this.#drawItem(isNarrow ? bare : item, isSelected, labelColumns, width, bar[index] ?? ""));
			if (!isNarrow || !isSelected || !description) continue;
			const indent = " ".repeat(visibleWidth(theme.symbol("nav.cursor")) + 1);
			const below = wrapTextWithAnsi(
				theme.muted(description.replaceAll("\n", " ")),
				Math.max(1, width - indent.length),
			);
			rows.push(...below.slice(0, 2).map((row) => indent + row));
		}
		return rows;
	}

	#drawQuery(width: number): string {
		const { theme } = this.#options;
		const { text, state } = this.#query;
		const caret = this.focused ? CURSOR_MARKER : "";
		const typed = text.slice(0, state.column) + caret + text.slice(state.column);
		const shown = text === "" ? `${caret}${theme.dim("Type to search")}` : typed;
		return truncateToWidth(`${theme.accent(theme.symbol("icon.search"))} ${shown}`, width, "");
	}

	#drawItem(item: SelectItem<T>, isSelected: boolean, labelColumns: number, width: number, bar: string): string {
		const { theme } = this.#options;
		const room = Math.max(1, width - (bar === "" ? 0 : 2));
		const cursor = theme.symbol("nav.cursor");
		const lead = isSelected ? theme.accent(cursor) : " ".repeat(visibleWidth(cursor));
		const ellipsis = theme.symbol("text.ellipsis");
		const label = fitToWidth(truncateToWidth(item.label, labelColumns, ellipsis), labelColumns);
		const about = item.description?.replaceAll("\n", " ");
		const description = about ? `  ${item.isProblem ? theme.error(about) : theme.muted(about)}` : "";
		const plain = item.isProblem ? theme.error(label) : theme.text(label);
		const text = isSelected ? theme.accent(label) : plain;
		const row = truncateToWidth(`${lead} ${text}${description}`, room, ellipsis);
		const full = bar === "" ? row : `${fitToWidth(row, room)} ${bar}`;
		return isSelected ? theme.selectedBg(fitToWidth(full, width)) : full;
	}
}
