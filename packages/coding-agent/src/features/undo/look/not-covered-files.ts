import type { BytePath } from "../contract/node-state.ts";
import type { NotCovered } from "../contract/undo-engine.ts";

/** Of a workspace in which nothing is covered, not every name is worth its memory. */
const maxRows = 2000;

/** What cannot be taken back. The first rows have names, the others are only counted. */
export class NotCoveredFiles {
	readonly #rows = new Map<BytePath, NotCovered>();
	#others = 0;

	get count(): number {
		return this.#rows.size + this.#others;
	}

	set(path: BytePath, row: NotCovered): void {
		if (this.#rows.size < maxRows || this.#rows.has(path)) this.#rows.set(path, row);
		else this.#others++;
	}

	delete(path: BytePath): void {
		this.#rows.delete(path);
	}

	rows(count: number): NotCovered[] {
		return [...this.#rows.values()].slice(0, count);
	}
}
