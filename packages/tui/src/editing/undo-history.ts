import type { EditState } from "./edit-state.ts";

const MAX_STEPS = 500;

/** Undo states, one per group of related edits. */
export class UndoHistory {
	#steps: EditState[] = [];
	#group: string | undefined;

	/** Call with the state before an edit. Consecutive edits of the same group are undone together. */
	record(before: EditState, group: string | undefined): void {
		if (group === undefined || group !== this.#group) {
			this.#steps.push(before);
			if (this.#steps.length > MAX_STEPS) this.#steps.shift();
		}
		this.#group = group;
	}

	/** Makes the next edit a step of its own. */
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
