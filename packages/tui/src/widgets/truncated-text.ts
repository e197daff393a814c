import type { Component } from "../component.ts";
import { replaceTabs } from "../text/tabs.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { RowCache } from "./row-cache.ts";

/** The first line of a text on one row, truncated. */
export class TruncatedText implements Component {
	readonly #paddingX: number;
	readonly #cache = new RowCache();
	#text: string;

	constructor(text = "", options: { readonly paddingX?: number } = {}) {
		this.#text = text;
		this.#paddingX = options.paddingX ?? 0;
	}

	setText(text: string): void {
		if (text === this.#text) return;
		this.#text = text;
		this.#cache.clear();
	}

	render(width: number): readonly string[] {
		return this.#cache.get(width, () => {
			const side = " ".repeat(Math.min(this.#paddingX, Math.floor((width - 1) / 2)));
			const line = replaceTabs(this.#text.split("\n", 1)[0] ?? "");
			return [side + truncateToWidth(line, width - 2 * side.length)];
		});
	}

	invalidate(): void {
		this.#cache.clear();
	}
}
