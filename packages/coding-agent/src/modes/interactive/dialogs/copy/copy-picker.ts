import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";
import type { CopyableText } from "../../../../conversation/queries/copyable-texts.ts";
import type { DialogContext } from "../dialog.ts";
import { drawList } from "../parts/draw-list.ts";
import { keyHints } from "../parts/key-hints.ts";
import { movedCursor } from "../parts/list-cursor.ts";
import { SearchField } from "../parts/search-field.ts";
import { firstWords, kindName } from "./copy-dialog.ts";

const previewRows = 6;

export class CopyPicker implements Component, Focusable {
	readonly #items: readonly CopyableText[];
	readonly #context: DialogContext<CopyableText>;
	readonly #search: SearchField;
	#selected = 0;
	focused = false;

	constructor(items: readonly CopyableText[], context: DialogContext<CopyableText>) {
		this.#items = items;
		this.#context = context;
		const { theme, keymap } = context;
		this.#search = new SearchField({
			theme,
			keymap,
			placeholder: "Type to search",
			onChange: () => {
				this.#selected = 0;
			},
		});
	}

	handleInput(data: string): void {
		const { keymap, done } = this.#context;
		const shown = this.#shown;
		const moved = movedCursor(data, keymap, { index: this.#selected, count: shown.length, page: this.#page });
		const item = shown[this.#selected];
		if (moved !== undefined) this.#selected = moved;
		else if (keymap.matches(data, "tui.select.confirm")) {
			if (item) done(item);
		} else if (keymap.matches(data, "tui.select.cancel")) {
			if (!this.#search.clear()) done(undefined);
		} else this.#search.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#search.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const inner = Math.max(1, width - 2);
		const shown = this.#shown;
		const kindColumns = Math.max(0, ...this.#items.map((item) => kindName(item).length));
		const list = drawList({
			count: shown.length,
			selected: this.#selected,
			height: this.#page,
			width: inner,
			theme,
			draw: (index, isSelected) => {
				const item = shown[index];
				if (!item) return [""];
				const text = plainText(firstWords(item.text));
				return [`${theme.muted(fitToWidth(kindName(item), kindColumns))}  ${isSelected ? theme.accent(text) : text}`];
			},
		});
		const empty = this.#items.length === 0 ? "Nothing to copy yet" : "Nothing matches; Esc clears the search";
		const body = shown.length === 0 ? [theme.muted(`  ${empty}`)] : [...list, ...this.#preview(inner)];
		const hints = keyHints(
			[
				["Enter", "copy"],
				["Esc", "cancel"],
			],
			theme,
			inner,
		);
		return [this.#search.draw(inner, this.focused), ...body, hints].map((row) => ` ${row}`);
	}

	get #page(): number {
		return Math.max(3, Math.min(8, Math.floor(this.#context.rows() / 3)));
	}

	get #shown(): readonly CopyableText[] {
		return fuzzyFilter(this.#search.query, this.#items, (item) => `${kindName(item)} ${item.text}`);
	}

	#preview(width: number): string[] {
		const { theme } = this.#context;
		const lines = replaceTabs(plainText(this.#shown[this.#selected]?.text ?? "")).split("\n");
		if (lines.length < 2) return [];
		const more = lines.length - previewRows;
		const edge = theme.dim(theme.symbol("quote.border"));
		return [
			...lines.slice(0, previewRows).map((line) => truncateToWidth(`  ${edge} ${theme.muted(line)}`, width)),
			...(more > 0 ? [theme.dim(`  ${theme.symbol("text.ellipsis")} ${more} more lines`)] : []),
		];
	}
}
