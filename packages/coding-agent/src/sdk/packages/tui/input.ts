import { type Component, CURSOR_MARKER, type Focusable } from "@oh-my-pi/pi-tui/component";
import { screenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";
import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import { Input as Field } from "@oh-my-pi/pi-tui/widgets/input";

/** A text field of one line. */
export class Input implements Component, Focusable {
	readonly #field: Field;
	onSubmit?: (value: string) => void;
	onEscape?: () => void;

	constructor() {
		this.#field = new Field({
			theme: plainTheme(),
			prompt: "> ",
			keymap: screenStyle().keymap,
			onSubmit: (value) => this.onSubmit?.(value),
			onCancel: () => this.onEscape?.(),
		});
	}

	get focused(): boolean {
		return this.#field.focused;
	}

	set focused(focused: boolean) {
		this.#field.focused = focused;
	}

	getValue(): string {
		return this.#field.text;
	}

	setValue(value: string): void {
		this.#field.setText(value);
	}

	handleInput(data: string): void {
		this.#field.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#field.handlePaste(text);
	}

	render(width: number): readonly string[] {
		return this.#field
			.render(width)
			.map((row) => (this.focused && !row.includes(CURSOR_MARKER) ? row + CURSOR_MARKER : row));
	}

	invalidate(): void {
		this.#field.invalidate();
	}
}
