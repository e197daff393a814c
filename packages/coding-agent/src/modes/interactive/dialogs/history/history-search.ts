import type { HistoryEntry } from "@oh-my-pi/pi-session/history-db";
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { DialogContext } from "../dialog.ts";
import { drawList } from "../parts/draw-list.ts";
import { keyHints } from "../parts/key-hints.ts";
import { movedCursor } from "../parts/list-cursor.ts";
import { SearchField } from "../parts/search-field.ts";
import { ageOf } from "../sessions/session-words.ts";
import type { HistoryDialogOptions } from "./history-dialog.ts";
import { matchingPrompts } from "./matching-prompts.ts";

/** How much of a prompt of several lines is shown below the list. */
const previewRows = 4;

export class HistorySearch implements Component, Focusable {
	readonly #options: HistoryDialogOptions;
	readonly #context: DialogContext<string>;
	readonly #search: SearchField;
	#shown: readonly HistoryEntry[];
	#selected = 0;
	focused = false;

	constructor(options: HistoryDialogOptions, context: DialogContext<string>) {
		this.#options = options;
		this.#context = context;
		this.#shown = matchingPrompts("", options.recent);
		const { theme, keymap } = context;
		this.#search = new SearchField({
			theme,
			keymap,
			placeholder: "Type to search",
			onChange: (query) => this.#find(query),
		});
	}

	handleInput(data: string): void {
		const { keymap, done } = this.#context;
		const moved = movedCursor(data, keymap, { index: this.#selected, count: this.#shown.length, page: this.#page });
		const entry = this.#shown[this.#selected];
		if (moved !== undefined) this.#selected = moved;
		// Again the key that opened it: one further back.
		else if (keymap.matches(data, "app.history.search"))
			this.#selected = Math.min(this.#selected + 1, this.#shown.length - 1);
		else if (keymap.matches(data, "tui.select.confirm")) {
			if (entry) done(entry.prompt);
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
		const empty = this.#search.query === "" ? "No prompts yet" : "Nothing matches; Esc clears the search";
		const list = drawList({
			count: this.#shown.length,
			selected: this.#selected,
			height: this.#page,
			width: inner,
			theme,
			draw: (index, isSelected, room) => [this.#row(this.#shown[index], isSelected, room)],
		});
		const body = this.#shown.length === 0 ? [theme.muted(`  ${empty}`)] : [...list, ...this.#preview(inner)];
		const hints = keyHints(
			[
				["Enter", "insert"],
				["Esc", "cancel"],
			],
			theme,
			inner,
		);
		return [this.#search.draw(inner, this.focused), ...body, hints].map((row) => ` ${row}`);
	}

	get #page(): number {
		return Math.max(3, Math.min(10, Math.floor(this.#context.rows() / 2)));
	}

	#find(query: string): void {
		const { recent, search } = this.#options;
		this.#shown = matchingPrompts(query, recent);
		this.#selected = 0;
		if (query.trim() === "") return;
		void search(query).then((older) => {
			if (this.#search.query !== query) return;
			this.#shown = matchingPrompts(query, recent, older);
			this.#context.requestRender();
		});
	}

	#row(entry: HistoryEntry | undefined, isSelected: boolean, room: number): string {
		if (!entry) return "";
		const { theme } = this.#context;
		const age = ageOf(entry.createdAt * 1000, this.#options.now());
		const columns = Math.max(1, room - visibleWidth(age) - 2);
		const text = truncateToWidth(plainText(entry.prompt).replace(/\s+/g, " "), columns, theme.symbol("text.ellipsis"));
		return `${fitToWidth(isSelected ? theme.accent(text) : text, columns)}  ${theme.dim(age)}`;
	}

	#preview(width: number): string[] {
		const { theme } = this.#context;
		const lines = plainText(this.#shown[this.#selected]?.prompt ?? "").split("\n");
		if (lines.length < 2) return [];
		return lines
			.slice(0, previewRows)
			.map((line) => theme.muted(truncateToWidth(`  ${theme.symbol("quote.border")} ${line}`, width)));
	}
}
