import type { Component } from "../component.ts";
import { fitToWidth } from "../text/pad.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";

/** Words that wrap at any width, plain or in a frame. Every word is unique in a session. */
export class WordsBlock implements Component {
	readonly #isFramed: boolean;
	#words: readonly string[];
	#width = 0;
	#rows: readonly string[] | undefined;

	constructor(words: readonly string[], options: { framed: boolean }) {
		this.#words = words;
		this.#isFramed = options.framed;
	}

	get words(): readonly string[] {
		return this.#words;
	}

	set words(words: readonly string[]) {
		this.#words = words;
		this.#rows = undefined;
	}

	render(width: number): readonly string[] {
		if (!this.#rows || width !== this.#width) {
			this.#width = width;
			this.#rows = this.#draw(width);
		}
		return this.#rows;
	}

	#draw(width: number): readonly string[] {
		if (this.#words.length === 0) return [];
		const text = this.#words.join(" ");
		if (!this.#isFramed || width < 12) return wrapTextWithAnsi(text, width);
		const body = wrapTextWithAnsi(text, width - 4).map((row) => `│ ${fitToWidth(row, width - 4)} │`);
		const edge = "─".repeat(width - 2);
		return [`╭${edge}╮`, ...body, `╰${edge}╯`];
	}
}
