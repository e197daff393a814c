import type { Memory } from "../contract/memory.ts";
import { mergeOrigins, readRow } from "../sqlite/memory-row.ts";
import { type BankStore, checkContent } from "./bank-store.ts";
import { noSummary } from "./memory-table.ts";

/** What a model makes of memories: facts extracted from one, and summaries of several. */
export class Derivation {
	readonly #store: BankStore;

	constructor(store: BankStore) {
		this.#store = store;
	}

	/** Memories that facts are still to be extracted from, oldest first. */
	extractDue(limit: number): readonly Memory[] {
		return this.#store.read(() => this.#store.table.where("extract_due = 1 ORDER BY seq LIMIT ?", limit)).map(readRow);
	}

	/** Stores what was extracted from a memory, unless that has changed or gone meanwhile. */
	addFacts(source: Memory, facts: readonly string[]): number {
		return this.#store.write(() => {
			const row = this.#store.table.find(source.id);
			if (!row || row.extract_due === 0) return 0;
			this.#store.database.query("UPDATE memories SET extract_due = 0 WHERE seq = ?").run(row.seq);
			if (row.content !== source.content || row.invalidated_at !== null) return 0;
			let count = 0;
			for (const content of facts) {
				// Known already, from this memory or another.
				if (content.trim() === "" || this.#store.table.findSame(content).length > 0) continue;
				count++;
				const { invalidatedAt: _, replacementId: __, context: ___, ...kept } = source;
				this.#store.table.insert({
					...kept,
					id: this.#store.newId(),
					store: "fact",
					type: "fact",
					content,
					derivedFrom: source.id,
				});
			}
			return count;
		});
	}

	/** Episodes that were not merged yet, oldest first. */
	mergeDue(limit: number): readonly Memory[] {
		return this.#store
			.read(() =>
				this.#store.table.where(
					`type = 'episode' AND store = 'working' AND merged_into IS NULL AND invalidated_at IS NULL AND extract_due = 0
				 ORDER BY seq LIMIT ?`,
					limit,
				),
			)
			.map(readRow);
	}

	/** Facts that were extracted from a memory. */
	factsOf(id: string): readonly Memory[] {
		return this.#store.read(() => this.#store.table.where("derived_from = ? ORDER BY seq", id)).map(readRow);
	}

	/** Stores a summary of several memories, with the least trusted origin among them; `undefined` if one of them has changed meanwhile. */
	merge(sources: readonly Memory[], content: string): Memory | undefined {
		const [first] = sources;
		if (!first) return undefined;
		checkContent(content);
		return this.#store.write(() => {
			const rows = sources.map(({ id }) => this.#store.table.find(id));
			const isSame = rows.every(
				(row, index) =>
					row?.content === sources[index]?.content && row?.merged_into === null && row.invalidated_at === null,
			);
			if (!isSame) return undefined;
			const same = (name: "project" | "cwd" | "agent") =>
				sources.every((source) => source[name] === first[name]) && first[name] !== undefined
					? { [name]: first[name] }
					: {};
			const now = this.#store.now();
			const merged: Memory = {
				...{
					id: this.#store.newId(),
					store: "episodic",
					type: "episode",
					source: "coding-agent-consolidation",
					content,
				},
				...{ veracity: "inferred", importance: Math.max(...sources.map(({ importance }) => importance)) },
				origin: mergeOrigins(sources.map(({ origin }) => origin)),
				...same("project"),
				...same("cwd"),
				...same("agent"),
				createdAt: Math.max(...sources.map(({ createdAt }) => createdAt)),
				updatedAt: now,
			};
			this.#store.table.insert(merged);
			const mark = this.#store.database.query("UPDATE memories SET merged_into = ? WHERE id = ?");
			for (const { id } of sources) mark.run(merged.id, id);
			return merged;
		});
	}

	/** Notes that several memories are not worth a summary; they are kept as they are. */
	dismiss(sources: readonly Memory[]): void {
		this.#store.write(() => {
			const mark = this.#store.database.query("UPDATE memories SET merged_into = ? WHERE id = ?");
			for (const { id } of sources) mark.run(noSummary, id);
		});
	}
}
