import type { Component } from "../component.ts";

/** Empty rows. */
export class Spacer implements Component {
	readonly #rows: readonly string[];

	constructor(rowCount = 1) {
		this.#rows = Array<string>(rowCount).fill("");
	}

	render(): readonly string[] {
		return this.#rows;
	}
}
