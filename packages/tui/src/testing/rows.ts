import type { Component } from "../component.ts";

/** Rows set by a test. */
export class Rows implements Component {
	#rows: readonly string[];

	constructor(rows: readonly string[] = []) {
		this.#rows = rows;
	}

	set(rows: readonly string[]): void {
		this.#rows = rows;
	}

	render(): readonly string[] {
		return this.#rows;
	}
}
