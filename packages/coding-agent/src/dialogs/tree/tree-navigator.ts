import type { SessionTreeNode } from "@oh-my-pi/pi-session/log/session-log";
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import type { DialogContext } from "../contract/dialog.ts";
import { drawList } from "../parts/draw-list.ts";
import { type KeyHint, keyHints } from "../parts/key-hints.ts";
import { movedCursor } from "../parts/list-cursor.ts";
import { SearchField } from "../parts/search-field.ts";
import { drawTreeRow } from "./draw-tree-row.ts";
import { filterLetters, type TreeFilter } from "./tree-filter.ts";
import { placeName } from "./tree-node.ts";
import type { TreeRow } from "./tree-rows.ts";
import { cycleFilter, foldOrUp, moveTurn, shown, type TreeState, unfoldOrDown, useFilter } from "./tree-state.ts";

export interface TreeDialogOptions {
	readonly roots: readonly SessionTreeNode[];
	readonly leafId: string | null;
	/** From the root to the leaf. */
	readonly path: readonly string[];
	readonly filter: TreeFilter;
	/** Without a text the entry loses its label. */
	readonly setLabel: (entryId: string, label: string | undefined) => void;
}

export interface TreeChoice {
	readonly entryId: string;
	/** What to call the place. */
	readonly name: string;
	/** Go on here, go on here after summing up what is left, or in a new file. */
	readonly action: "go" | "summarize" | "branch";
}

/** The tree in place of the editor, half the screen high. */
export class TreeNavigator implements Component, Focusable {
	readonly #context: DialogContext<TreeChoice>;
	readonly #setLabel: TreeDialogOptions["setLabel"];
	readonly #search: SearchField;
	#state: TreeState;
	#labelling: Input | undefined;
	#notice: string | undefined;
	focused = false;

	constructor(state: TreeState, setLabel: TreeDialogOptions["setLabel"], context: DialogContext<TreeChoice>) {
		this.#state = state;
		this.#setLabel = setLabel;
		this.#context = context;
		const { theme, keymap } = context;
		this.#search = new SearchField({
			theme,
			keymap,
			placeholder: "Type to search",
			onChange: (query) => {
				this.#state = shown(this.#state, { query: query.trim() });
			},
		});
	}

	handleInput(data: string): void {
		this.#notice = undefined;
		if (this.#labelling) this.#labelling.handleInput(data);
		else if (!this.#move(data) && !this.#act(data)) this.#search.handleInput(data);
	}

	handlePaste(text: string): void {
		if (this.#labelling) this.#labelling.handlePaste(text);
		else this.#search.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const { rows, selected } = this.#state;
		const inner = Math.max(1, width - 2);
		const list = drawList({
			count: rows.length,
			selected,
			height: this.#page,
			width: inner,
			theme,
			draw: (index) => {
				const row = rows[index];
				return [row ? drawTreeRow(row, theme) : ""];
			},
		});
		const empty = this.#search.query === "" ? "Nothing to show with this filter" : "No matches; Esc clears the search";
		const body = rows.length === 0 ? [theme.muted(`  ${empty}`)] : list;
		return [this.#search.draw(inner, this.focused && !this.#labelling), ...body, ...this.#foot(inner)].map(
			(row) => ` ${row}`,
		);
	}

	get #page(): number {
		return Math.max(5, Math.floor(this.#context.rows() / 2));
	}

	get #row(): TreeRow | undefined {
		return this.#state.rows[this.#state.selected];
	}

	#move(data: string): boolean {
		const { keymap } = this.#context;
		const { rows, selected } = this.#state;
		const page = this.#page;
		const pages = matchesKey(data, "left") ? -page : matchesKey(data, "right") ? page : 0;
		const sideways = pages === 0 ? undefined : Math.max(0, Math.min(selected + pages, rows.length - 1));
		const moved = sideways ?? movedCursor(data, keymap, { index: selected, count: rows.length, page });
		if (moved !== undefined) this.#state = { ...this.#state, selected: moved };
		else if (matchesKey(data, "alt+up")) this.#state = moveTurn(this.#state, -1);
		else if (matchesKey(data, "alt+down")) this.#state = moveTurn(this.#state, 1);
		else if (keymap.matches(data, "app.tree.foldOrUp")) this.#state = foldOrUp(this.#state);
		else if (keymap.matches(data, "app.tree.unfoldOrDown")) this.#state = unfoldOrDown(this.#state);
		else return false;
		return true;
	}

	#act(data: string): boolean {
		const { keymap } = this.#context;
		const letter = Object.keys(filterLetters).find((candidate) => matchesKey(data, `alt+${candidate}`));
		const filter = letter && filterLetters[letter];
		if (filter) this.#state = useFilter(this.#state, filter);
		else if (matchesKey(data, "shift+ctrl+o")) this.#state = cycleFilter(this.#state, -1);
		else if (matchesKey(data, "ctrl+o")) this.#state = cycleFilter(this.#state, 1);
		else if (matchesKey(data, "shift+enter")) this.#choose("summarize");
		else if (keymap.matches(data, "tui.select.confirm")) this.#choose("go");
		else if (keymap.matches(data, "tui.select.cancel")) this.#leave();
		else if (matchesKey(data, "ctrl+b")) this.#branch();
		else if (data === "L" || matchesKey(data, "shift+l")) this.#writeLabel();
		else return false;
		return true;
	}

	#choose(action: TreeChoice["action"]): void {
		const row = this.#row;
		if (row) this.#context.done({ entryId: row.node.id, name: placeName(row.node), action });
	}

	#branch(): void {
		if (this.#row?.node.kind === "user") this.#choose("branch");
		else this.#notice = "Only your own messages can start a new branch";
	}

	#leave(): void {
		if (!this.#search.clear()) this.#context.done(undefined);
	}

	#writeLabel(): void {
		const node = this.#row?.node;
		if (!node) return;
		const { theme, keymap } = this.#context;
		const close = () => {
			this.#labelling = undefined;
		};
		const input = new Input({
			theme,
			keymap,
			prompt: "Label: ",
			placeholder: "empty removes it",
			onCancel: close,
			onSubmit: (text) => {
				close();
				const label = text.trim() || undefined;
				this.#setLabel(node.id, label);
				node.label = label;
				this.#state = shown(this.#state, {});
			},
		});
		input.setText(node.label ?? "");
		this.#labelling = input;
	}

	#foot(width: number): string[] {
		const { theme } = this.#context;
		if (this.#labelling) {
			this.#labelling.focused = this.focused;
			return [...this.#labelling.render(width)];
		}
		const { rows, selected, filter } = this.#state;
		const where = theme.muted(`(${rows.length === 0 ? 0 : selected + 1}/${rows.length}) [${filter}]`);
		const notice = this.#notice === undefined ? "" : `  ${theme.warning(this.#notice)}`;
		return [where + notice, keyHints(hints, theme, width)];
	}
}

const hints: readonly KeyHint[] = [
	["Enter", "go"],
	["Shift+Enter", "summarize and go"],
	["Ctrl+O", "filter"],
	["Shift+L", "label"],
	["Ctrl+B", "new file"],
	["Alt+Up/Down", "turns"],
	["Esc", "close"],
];
