import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { keyHints } from "./key-hints.ts";

type List = Component & Focusable;

/** A list to choose from, with its keys named below. */
export class ListWithHints implements Component, Focusable {
	readonly #list: List;
	readonly #theme: Theme;
	readonly #verb: string;

	/** `verb`: what Enter does. */
	constructor(list: List, theme: Theme, verb = "select") {
		this.#verb = verb;
		this.#list = list;
		this.#theme = theme;
	}

	get focused(): boolean {
		return this.#list.focused;
	}

	set focused(isFocused: boolean) {
		this.#list.focused = isFocused;
	}

	handleInput(data: string): void {
		this.#list.handleInput?.(data);
	}

	handlePaste(text: string): void {
		this.#list.handlePaste?.(text);
	}

	render(width: number): readonly string[] {
		const keys = [
			["↑↓", "choose"],
			["Enter", this.#verb],
			["Esc", "cancel"],
		] as const;
		return [...this.#list.render(width), ` ${keyHints(keys, this.#theme, Math.max(1, width - 2))}`];
	}

	invalidate(): void {
		this.#list.invalidate?.();
	}
}
