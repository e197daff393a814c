import { absent, type BytePath, isSameState, isSameWithLinks, type NodeState } from "../contract/node-state.ts";
import type { FileChange } from "../contract/undo-engine.ts";

/** What one look found: one change for each path, also where it was removed and made anew. */
export class FoundChanges {
	readonly #changes = new Map<BytePath, FileChange>();
	/** Names of files that vanished while they had another one, by that other one. */
	readonly #twins = new Map<BytePath, BytePath>();

	add(path: BytePath, before: NodeState, after: NodeState, inPlace = false): void {
		const known = this.#changes.get(path);
		this.#changes.set(path, { path, before: known?.before ?? before, after, inPlace: inPlace && !known });
	}

	list(): FileChange[] {
		return [...this.#changes.values()].filter(({ before, after, inPlace }) =>
			// The same file may get or lose other names without having changed.
			inPlace ? !isSameState(before, after) : !isSameWithLinks(before, after),
		);
	}

	vanished(path: BytePath, before: NodeState): void {
		const twin = this.#twins.get(path);
		if (before.kind !== "file") this.add(path, before, absent);
		else {
			if (before.twin !== undefined) this.#twins.set(before.twin, path);
			// The last one of several names that vanish is no longer known by another.
			this.add(path, before.twin === undefined && twin !== undefined ? { ...before, twin } : before, absent);
		}
	}
}
