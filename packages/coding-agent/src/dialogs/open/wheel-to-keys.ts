import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { parseMouse } from "@oh-my-pi/pi-tui/input/parse-mouse";

const up = "\x1b[A";
const down = "\x1b[B";

/** A dialog on the whole screen whose lists also move with the mouse wheel. What else a mouse does is nobody's concern. */
export class WheelToKeys implements Component, Focusable {
	readonly #inner: Component & Partial<Focusable>;

	constructor(inner: Component) {
		this.#inner = inner;
	}

	get focused(): boolean {
		return this.#inner.focused ?? false;
	}

	set focused(focused: boolean) {
		if ("focused" in this.#inner) this.#inner.focused = focused;
	}

	handleInput(data: string): void {
		const mouse = parseMouse(data);
		if (!mouse) this.#inner.handleInput?.(data);
		else if (mouse.kind === "wheelUp") this.#inner.handleInput?.(up);
		else if (mouse.kind === "wheelDown") this.#inner.handleInput?.(down);
	}

	handlePaste(text: string): void {
		if (this.#inner.handlePaste) this.#inner.handlePaste(text);
		else this.#inner.handleInput?.(text);
	}

	render(width: number): readonly string[] {
		return this.#inner.render(width);
	}

	invalidate(): void {
		this.#inner.invalidate?.();
	}
}
