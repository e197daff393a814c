import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { SymbolKey } from "@oh-my-pi/pi-tui/theme/symbols.data";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";

export interface SearchFieldOptions {
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly placeholder: string;
	/** Stands before the text. */
	readonly sign?: SymbolKey;
	onChange(query: string): void;
}

/** What is typed above a list narrows it. Keys that choose or leave are the list's, not the field's. */
export class SearchField {
	readonly #input: Input;
	readonly #options: SearchFieldOptions;

	constructor(options: SearchFieldOptions) {
		const { theme, keymap, placeholder, onChange } = options;
		this.#input = new Input({ theme, keymap, placeholder, onChange, prompt: "" });
		this.#options = options;
	}

	get query(): string {
		return this.#input.text;
	}

	setQuery(query: string): void {
		this.#input.setText(query);
		this.#options.onChange(query);
	}

	/** True when there was something to clear. */
	clear(): boolean {
		if (this.query === "") return false;
		this.setQuery("");
		return true;
	}

	handleInput(data: string): void {
		this.#input.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#input.handlePaste(text);
	}

	draw(width: number, focused: boolean): string {
		const { theme, sign = "icon.search" } = this.#options;
		const lead = `${theme.symbol(sign)} `;
		this.#input.focused = focused;
		// Colors may have changed while the text did not.
		this.#input.invalidate();
		const [text = ""] = this.#input.render(Math.max(1, width - visibleWidth(lead)));
		return theme.accent(lead) + text;
	}
}
