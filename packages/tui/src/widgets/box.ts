import type { Component } from "../component.ts";
import { fitToWidth } from "../text/pad.ts";
import type { Style } from "../theme/theme.ts";

export interface BoxOptions {
	readonly paddingX?: number;
	readonly paddingY?: number;
	/** Fills the whole width of every row. */
	readonly background?: Style;
}

/** Padding and background around a component. */
export class Box implements Component {
	readonly #child: Component;
	readonly #options: BoxOptions;
	#ignoreTight = false;
	#source: readonly string[] | undefined;
	#width = 0;
	#rows: readonly string[] = [];

	constructor(child: Component, options: BoxOptions = {}) {
		this.#child = child;
		this.#options = options;
	}

	render(width: number): readonly string[] {
		const paddingX = this.#ignoreTight ? 0 : Math.min(this.#options.paddingX ?? 1, Math.floor((width - 1) / 2));
		const source = this.#child.render(Math.max(1, width - 2 * paddingX));
		if (source !== this.#source || width !== this.#width) {
			this.#source = source;
			this.#width = width;
			this.#rows = source.length === 0 ? [] : this.#draw(source, width, paddingX);
		}
		return this.#rows;
	}

	/** Draws without side padding while true. */
	setIgnoreTight(ignore: boolean): void {
		this.#ignoreTight = ignore;
		this.#source = undefined;
	}

	invalidate(): void {
		this.#source = undefined;
		this.#child.invalidate?.();
	}

	dispose(): void {
		this.#child.dispose?.();
	}

	#draw(source: readonly string[], width: number, paddingX: number): readonly string[] {
		const { background, paddingY = 0 } = this.#options;
		const margin = Array<string>(paddingY).fill("");
		const side = " ".repeat(paddingX);
		const rows = [...margin, ...source.map((row) => side + row), ...margin];
		return background ? rows.map((row) => background(fitToWidth(row, width))) : rows;
	}
}
