import type { EmbeddingModel } from "../search/vector-index.ts";
import type { BankStore } from "./bank-store.ts";
import { indexedText } from "./memory-table.ts";

/** A memory that has no vector yet. */
export interface Unembedded {
	readonly seq: number;
	readonly text: string;
}

/** The vectors of a bank, made by its user after the memories were stored. */
export class Embeddings {
	readonly #store: BankStore;

	constructor(store: BankStore) {
		this.#store = store;
	}

	get model(): EmbeddingModel | undefined {
		return this.#store.read(() => this.#store.table.vectors.model);
	}

	/** The newest that have no vector. */
	missing(limit: number): readonly Unembedded[] {
		return this.#select("NOT EXISTS (SELECT 1 FROM vectors WHERE vectors.seq = memories.seq)", limit);
	}

	/** The newest, with a vector or without. */
	newest(limit: number): readonly Unembedded[] {
		return this.#select("1", limit);
	}

	#select(condition: string, limit: number): readonly Unembedded[] {
		return this.#store.read(() =>
			this.#store.table
				.where(`invalidated_at IS NULL AND ${condition} ORDER BY seq DESC LIMIT ?`, limit)
				.map(({ seq, content, context }) => ({ seq, text: indexedText({ content, context: context ?? undefined }) })),
		);
	}

	/** Stores vectors of a model; those of another model are deleted. One whose memory has changed meanwhile is left out. */
	put(
		model: EmbeddingModel,
		vectors: ReadonlyArray<{ readonly row: Unembedded; readonly vector: Float32Array }>,
	): number {
		return this.#store.write(() => {
			this.#store.table.vectors.useModel(model);
			const known = new Map(this.#store.table.bySeqs(vectors.map(({ row }) => row.seq)).map((row) => [row.seq, row]));
			const current = vectors.filter(({ row, vector }) => {
				const now = known.get(row.seq);
				const text = now && indexedText({ content: now.content, context: now.context ?? undefined });
				return text === row.text && vector.length === model.dimension;
			});
			this.#store.table.vectors.put(current.map(({ row: { seq }, vector }) => ({ seq, vector })));
			return current.length;
		});
	}

	clear(): void {
		this.#store.write(() => this.#store.table.vectors.clear());
	}
}
