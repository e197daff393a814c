import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { DialogContext } from "../contract/dialog.ts";
import { drawList } from "./draw-list.ts";
import { keyHints } from "./key-hints.ts";
import { movedCursor } from "./list-cursor.ts";
import { SearchField } from "./search-field.ts";

export interface TextPickerOptions<Item> {
	/** What there is for a search, the best first. */
	find(query: string): readonly Item[];
	/** The same with what takes longer to find. */
	findMore?(query: string): Promise<readonly Item[]>;
	/** All of it, for a look below the list when it has several lines. */
	textOf(item: Item): string;
	/** One row of the list. */
	draw(item: Item, isSelected: boolean, width: number): string;
	emptyText(query: string): string;
	/** What Enter does, in a word. */
	readonly verb: string;
	/** How many rows the list has at most. */
	readonly maxRows: number;
	readonly previewRows: number;
	/** A key of its own that goes one further down. */
	readonly downAction?: string;
}

/** Texts to choose one from: a search, a list, and a look at the one under the cursor. */
export class TextPicker<Item> implements Component, Focusable {
	readonly #options: TextPickerOptions<Item>;
	readonly #context: DialogContext<Item>;
	readonly #search: SearchField;
	#shown: readonly Item[];
	#selected = 0;
	focused = false;

	constructor(options: TextPickerOptions<Item>, context: DialogContext<Item>) {
		this.#options = options;
		this.#context = context;
		this.#shown = options.find("");
		const { theme, keymap } = context;
		const onChange = (query: string) => this.#find(query);
		this.#search = new SearchField({ theme, keymap, placeholder: "Type to search", onChange });
	}

	handleInput(data: string): void {
		const { keymap, done } = this.#context;
		const { downAction } = this.#options;
		const moved = movedCursor(data, keymap, { index: this.#selected, count: this.#shown.length, page: this.#page });
		const item = this.#shown[this.#selected];
		if (moved !== undefined) this.#selected = moved;
		else if (downAction && keymap.matches(data, downAction))
			this.#selected = Math.max(0, Math.min(this.#selected + 1, this.#shown.length - 1));
		else if (keymap.matches(data, "tui.select.confirm")) {
			if (item !== undefined) done(item);
		} else if (keymap.matches(data, "tui.select.cancel")) done(undefined);
		else this.#search.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#search.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const { emptyText, verb } = this.#options;
		const inner = Math.max(1, width - 2);
		const isEmpty = this.#shown.length === 0;
		const body = isEmpty
			? [theme.muted(`  ${emptyText(this.#search.query)}`)]
			: [...this.#list(inner), ...this.#preview(inner)];
		const hints: ReadonlyArray<readonly [string, string]> = [
			["Enter", verb],
			["Esc", "cancel"],
		];
		return [this.#search.draw(inner, this.focused), ...body, keyHints(hints, theme, inner)].map((row) => ` ${row}`);
	}

	#list(width: number): string[] {
		const { draw } = this.#options;
		return drawList({
			count: this.#shown.length,
			selected: this.#selected,
			height: this.#page,
			width,
			theme: this.#context.theme,
			draw: (index, isSelected, room) => {
				const item = this.#shown[index];
				return [item === undefined ? "" : draw(item, isSelected, room)];
			},
		});
	}

	#preview(width: number): string[] {
		const { theme } = this.#context;
		const { textOf, previewRows } = this.#options;
		const item = this.#shown[this.#selected];
		const lines = item === undefined ? [] : replaceTabs(plainText(textOf(item))).split("\n");
		if (lines.length < 2) return [];
		const more = lines.length - previewRows;
		const edge = theme.dim(theme.symbol("quote.border"));
		return [
			...lines.slice(0, previewRows).map((line) => truncateToWidth(`  ${edge} ${theme.muted(line)}`, width)),
			...(more > 0 ? [theme.dim(`  ${theme.symbol("text.ellipsis")} ${more} more lines`)] : []),
		];
	}

	get #page(): number {
		return Math.max(3, Math.min(this.#options.maxRows, Math.floor(this.#context.rows() / 3)));
	}

	#find(query: string): void {
		const { find, findMore } = this.#options;
		this.#shown = find(query);
		this.#selected = 0;
		if (!findMore || query.trim() === "") return;
		void findMore(query).then((found) => {
			if (this.#search.query !== query) return;
			this.#shown = found;
			this.#context.requestRender();
		});
	}
}
