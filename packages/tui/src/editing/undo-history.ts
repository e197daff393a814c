import type { EditState } from "./edit-state.ts";

const MAX_STEPS = 500;

/** Earlier states, one per group of edits that belong together. */
export class UndoHistory {
	#steps: EditState[] = [];
	#group: string | undefined;

	/** To be called with the state before an edit. Edits of the same group in a row are undone together. */
	record(before: EditState, group: string | undefined): void {
		if (group === undefined || group !== this.#group) {
			this.#steps.push(before);
			if (this.#steps.length > MAX_STEPS) this.#steps.shift();
		}
		this.#group = group;
	}

	/** Whatever comes next is a step of its own. */
	endGroup(): void {
		this.#group = undefined;
	}

	undo(): EditState | undefined {
		this.#group = undefined;
		return this.#steps.pop();
	}

	clear(): void {
		this.#steps = [];
		this.#group = undefined;
	}
}
