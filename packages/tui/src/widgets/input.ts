import { type Component, CURSOR_MARKER, type Focusable } from "../component.ts";
import { EditSession } from "../editing/edit-session.ts";
import type { Keymap } from "../input/keymap.ts";
import { typedText } from "../input/typed-text.ts";
import { plainText } from "../text/sanitize.ts";
import { sliceWithWidth } from "../text/slice.ts";
import { replaceTabs } from "../text/tabs.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { visibleWidth } from "../text/visible-width.ts";
import type { Theme } from "../theme/theme.ts";

export interface InputOptions {
	readonly keymap: Keymap;
	readonly theme: Theme;
	readonly prompt?: string;
	readonly placeholder?: string;
	/** Shows a dot for every character, for keys and passwords. */
	readonly masked?: boolean;
	onSubmit?(text: string): void;
	onCancel?(): void;
	onChange?(text: string): void;
}

/** A single-line text field that scrolls horizontally. */
export class Input implements Component, Focusable {
	readonly #options: InputOptions;
	readonly #session = new EditSession();
	#scroll = 0;
	#drawn: { key: string; rows: readonly string[] } | undefined;
	focused = false;

	constructor(options: InputOptions) {
		this.#options = options;
	}

	get text(): string {
		return this.#session.text;
	}

	setText(text: string): void {
		this.#session.setText(singleLine(text));
	}

	handleInput(data: string): void {
		const { keymap } = this.#options;
		const text = typedText(data);
		if (text !== undefined) this.#change(() => this.#session.type(singleLine(text)));
		else if (keymap.matches(data, "tui.input.submit")) this.#options.onSubmit?.(this.text);
		else if (keymap.matches(data, "tui.select.cancel")) this.#options.onCancel?.();
		else this.#change(() => keymap.actionsFor(data).some((action) => this.#session.perform(action)));
	}

	handlePaste(text: string): void {
		this.#change(() => this.#session.insert(singleLine(text)));
	}

	render(width: number): readonly string[] {
		const key = `${width}:${this.focused}:${this.#session.state.column}:${this.text}`;
		if (this.#drawn?.key !== key) this.#drawn = { key, rows: [this.#draw(width)] };
		return this.#drawn.rows;
	}

	invalidate(): void {
		this.#drawn = undefined;
	}

	#change(edit: () => void): void {
		const before = this.text;
		edit();
		if (this.text !== before) this.#options.onChange?.(this.text);
	}

	#draw(width: number): string {
		const { theme, prompt = `${theme.symbol("nav.cursor")} `, placeholder = "", masked } = this.#options;
		const caret = this.focused ? CURSOR_MARKER : "";
		const lead = truncateToWidth(prompt, Math.max(0, width - 2), "");
		const room = Math.max(1, width - visibleWidth(lead));
		if (this.text === "") return theme.accent(lead) + caret + theme.dim(truncateToWidth(placeholder, room));
		const shown = masked ? maskOf(this.text) : this.text;
		const caretColumn = visibleWidth(
			shown.slice(
				0,
				masked ? maskOf(this.text.slice(0, this.#session.state.column)).length : this.#session.state.column,
			),
		);
		this.#scroll = scrollTo(this.#scroll, caretColumn, room);
		const left = sliceWithWidth(shown, this.#scroll, caretColumn).text;
		const right = sliceWithWidth(shown, caretColumn, this.#scroll + room).text;
		return theme.accent(lead) + left + caret + right;
	}
}

/** The caret needs a column of its own at the end. */
function scrollTo(scroll: number, caretColumn: number, room: number): number {
	if (caretColumn < scroll) return caretColumn;
	return caretColumn > scroll + room - 1 ? caretColumn - room + 1 : scroll;
}

function singleLine(text: string): string {
	return replaceTabs(plainText(text).replaceAll("\n", " "));
}

function maskOf(text: string): string {
	return "•".repeat([...text].length);
}
