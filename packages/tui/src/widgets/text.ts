import type { Component } from "../component.ts";
import { fitToWidth } from "../text/pad.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import type { Style } from "../theme/theme.ts";
import { RowCache } from "./row-cache.ts";

export interface TextOptions {
	readonly paddingX?: number;
	readonly background?: Style;
}

/** Wrapped text. Styles in it are drawn, so sanitize untrusted text with `sanitizeText` first. */
export class Text implements Component {
	readonly #options: TextOptions;
	readonly #cache = new RowCache();
	#text: string;

	constructor(text = "", options: TextOptions = {}) {
		this.#text = text;
		this.#options = options;
	}

	setText(text: string): void {
		if (text === this.#text) return;
		this.#text = text;
		this.#cache.clear();
	}

	render(width: number): readonly string[] {
		return this.#cache.get(width, () => this.#draw(width));
	}

	invalidate(): void {
		this.#cache.clear();
	}

	#draw(width: number): readonly string[] {
		if (this.#text === "") return [];
		const { paddingX = 0, background } = this.#options;
		const side = " ".repeat(Math.min(paddingX, Math.floor((width - 1) / 2)));
		const rows = wrapTextWithAnsi(this.#text, width - 2 * side.length).map((row) => side + row);
		return background ? rows.map((row) => background(fitToWidth(row, width))) : rows;
	}
}
