import type { BytePath, ContentRef } from "../contract/node-state.ts";
import type { NotCovered, UndoLimits } from "../contract/undo-engine.ts";
import { isContentOf } from "../store/content-hash.ts";
import type { ContentStore } from "../store/content-store.ts";
import { readStable } from "../store/read-stable.ts";

export type Kept =
	| { readonly ref: ContentRef; readonly size: number }
	| { readonly ref: undefined; readonly reason: NotCovered["reason"] | "absent" };

/** Keeps contents of files in the store, within a budget. */
export class Keeper {
	readonly #store: ContentStore;
	readonly #limits: UndoLimits;
	#isFull = false;

	constructor(store: ContentStore, limits: UndoLimits) {
		this.#store = store;
		this.#limits = limits;
	}

	/** No more space on the disk, or it cannot be written. */
	get isFull(): boolean {
		return this.#isFull;
	}

	/** `known`: what it was before; the same content is not stored again. `maxBytes`: what may be added to the store. */
	keep(path: BytePath, known?: ContentRef, maxBytes = Number.POSITIVE_INFINITY): Kept {
		const read = readStable(path, this.#limits.maxFileBytes);
		if (!read.content) return { ref: undefined, reason: read.reason };
		const { content } = read;
		if (known !== undefined && isContentOf(known, content)) return { ref: known, size: content.length };
		if (content.length > maxBytes) return { ref: undefined, reason: "over-budget" };
		try {
			return { ref: this.#store.put(content), size: content.length };
		} catch {
			this.#isFull = true;
			return { ref: undefined, reason: "disk-full" };
		}
	}
}
