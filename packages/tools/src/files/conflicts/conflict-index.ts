import type { ConflictBlock } from "./scan-conflicts.ts";

/** A conflict that was shown, under the number it keeps for the session. */
export interface KnownConflict {
	readonly id: number;
	/** Absolute. */
	readonly path: string;
	readonly block: ConflictBlock;
}

export interface Conflicts {
	/** Gives each block its number; one that was known before, wherever it has moved to in the file, keeps it. */
	register(path: string, blocks: readonly ConflictBlock[]): KnownConflict[];
	find(id: number): KnownConflict | undefined;
	all(): readonly KnownConflict[];
}

export class ConflictIndex implements Conflicts {
	readonly #known = new Map<number, KnownConflict>();
	/** By path, text, and which of those that read the same it is. */
	readonly #ids = new Map<string, number>();

	register(path: string, blocks: readonly ConflictBlock[]): KnownConflict[] {
		const timesSeen = new Map<string, number>();
		return blocks.map((block) => {
			const text = block.lines.join("\n");
			const times = (timesSeen.get(text) ?? 0) + 1;
			timesSeen.set(text, times);
			const key = `${path}\0${times}\0${text}`;
			const id = this.#ids.get(key) ?? this.#ids.size + 1;
			const entry = { id, path, block };
			this.#ids.set(key, id);
			this.#known.set(id, entry);
			return entry;
		});
	}

	find(id: number): KnownConflict | undefined {
		return this.#known.get(id);
	}

	all(): readonly KnownConflict[] {
		return [...this.#known.values()];
	}
}
