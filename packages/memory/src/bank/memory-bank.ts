import type { Memory, MemoryOrigin, NewMemory, RecalledMemory } from "../contract/memory.ts";
import { mergeOrigins, readRow } from "../sqlite/memory-row.ts";
import { asMemoryError } from "../sqlite/sqlite-error.ts";
import { type BankOptions, BankStore, checkContent } from "./bank-store.ts";
import { Derivation } from "./derivation.ts";
import { Embeddings } from "./embeddings.ts";
import { Leases } from "./leases.ts";
import type { RowQuery, StoredRow } from "./memory-table.ts";
import { type SearchQuery, searchTable } from "./search-table.ts";

export interface BankHit extends RecalledMemory {
	/** Without importance and age, from 0 to 1: whether it is about the question at all. */
	readonly relevance: number;
}

export interface EditOutcome {
	readonly status: "updated" | "deleted" | "invalidated" | "not-found" | "read-only";
	readonly store?: Memory["store"];
}

const portion = 500;
const sessionsKeptMs = 365 * 86_400_000;

/** One database of memories. Everything is synchronous and short; a database that another omp writes to is "locked" and worth another try. */
export class MemoryBank implements Disposable {
	readonly name: string;
	readonly path: string;
	readonly leases: Leases;
	readonly derivation: Derivation;
	readonly embeddings: Embeddings;
	readonly #store: BankStore;

	constructor(options: BankOptions) {
		this.name = options.name;
		this.path = options.path;
		this.#store = new BankStore(options);
		this.leases = new Leases(this.#store);
		this.derivation = new Derivation(this.#store);
		this.embeddings = new Embeddings(this.#store);
		if (!this.#store.read(() => this.#store.table.terms.isCurrent)) this.reindex();
	}

	/** Stores all or none. What is known already is kept as it is, and given back. */
	add(memories: readonly NewMemory[], options: { readonly isExtractDue?: boolean } = {}): readonly Memory[] {
		for (const { content } of memories) checkContent(content);
		return this.#store.write(() => memories.map((memory) => this.#addOne(memory, options)));
	}

	#addOne(memory: NewMemory, options: { readonly isExtractDue?: boolean }): Memory {
		const same = this.#store.table.findSame(memory.content).find(({ store }) => store !== "fact");
		const now = this.#store.now();
		if (same) {
			// Whoever repeats it makes it no more trusted, and no less.
			const importance = Math.max(same.importance, memory.importance);
			this.#store.database
				.query("UPDATE memories SET importance = ?, updated_at = ? WHERE seq = ?")
				.run(importance, now, same.seq);
			return readRow({ ...same, importance, updated_at: now });
		}
		const added: Memory = { ...memory, id: this.#store.newId(), store: "working", createdAt: now, updatedAt: now };
		this.#store.table.insert(added, options);
		return added;
	}

	find(id: string): Memory | undefined {
		return this.#store.read(() => {
			const row = this.#store.table.find(id);
			return row && readRow(row);
		});
	}

	/** Newest first. */
	list(query: RowQuery = {}): readonly Memory[] {
		return this.#store.read(() => this.#store.table.list(query));
	}

	search(query: Omit<SearchQuery, "now">): readonly BankHit[] {
		return this.#store
			.read(() => searchTable(this.#store.table, { ...query, now: this.#store.now() }))
			.map(({ row, score, relevance }) => ({ ...readRow(row), bank: this.name, score, relevance }));
	}

	/** Without an origin, it is the owner who writes. */
	update(
		id: string,
		change: { readonly content?: string; readonly importance?: number; readonly origin?: MemoryOrigin },
	): EditOutcome {
		if (change.content !== undefined) checkContent(change.content);
		return this.#edit(id, (row) => {
			if (row.store === "fact") return "read-only";
			const { content, importance = row.importance } = change;
			if (content !== undefined) {
				this.#store.table.deleteDerived(row);
				this.#store.table.replaceContent(row, content);
				const origin = change.origin ? mergeOrigins([readRow(row).origin, change.origin]) : { kind: "user" as const };
				const places = origin.places ? JSON.stringify(origin.places) : null;
				this.#store.database
					.query("UPDATE memories SET origin = ?, places = ?, merged_into = NULL WHERE seq = ?")
					.run(origin.kind, places, row.seq);
			}
			this.#store.database
				.query("UPDATE memories SET importance = ?, updated_at = ? WHERE seq = ?")
				.run(importance, this.#store.now(), row.seq);
			return "updated";
		});
	}

	/** Deletes a memory and everything that was made of it. Facts are deleted by their owner only. */
	forget(id: string, { asOwner = false } = {}): EditOutcome {
		const outcome = this.#edit(id, (row) => {
			if (row.store === "fact" && !asOwner) return "read-only";
			this.#store.table.deleteDerived(row);
			if (row.store === "episodic") {
				this.#store.database.query("UPDATE memories SET merged_into = NULL WHERE merged_into = ?").run(row.id);
			}
			this.#store.table.delete(row.seq);
			return "deleted";
		});
		if (outcome.status === "deleted") this.#store.emptyLog();
		return outcome;
	}

	/** Keeps a memory, but recalls neither it nor what was made of it. */
	invalidate(
		id: string,
		{ replacementId, asOwner = false }: { readonly replacementId?: string; readonly asOwner?: boolean } = {},
	): EditOutcome {
		return this.#edit(id, (row) => {
			if (row.store === "fact" && !asOwner) return "read-only";
			this.#store.table.deleteDerived(row);
			const now = this.#store.now();
			this.#store.database
				.query(
					"UPDATE memories SET invalidated_at = ?, updated_at = ?, replacement_id = ?, merged_into = NULL WHERE seq = ?",
				)
				.run(now, now, replacementId ?? null, row.seq);
			return "invalidated";
		});
	}

	#edit(id: string, change: (row: StoredRow) => EditOutcome["status"]): EditOutcome {
		return this.#store.write(() => {
			const row = this.#store.table.find(id);
			return row ? { status: change(row), store: row.store } : { status: "not-found" };
		});
	}

	/** Everything, oldest first. */
	*all(): Generator<Memory> {
		for (let last = 0; ; ) {
			const rows = this.#store.read(() => this.#store.table.after(last, portion));
			yield* rows.map(readRow);
			if (rows.length < portion) return;
			last = rows.at(-1)?.seq ?? last;
		}
	}

	/** Adds memories with their ids, dates and labels; false for one whose id is known. All or none are added. */
	insert(memories: readonly Memory[]): readonly boolean[] {
		for (const { content } of memories) checkContent(content);
		return this.#store.write(() =>
			memories.map((memory) => {
				if (this.#store.table.find(memory.id)) return false;
				this.#store.table.insert(memory);
				return true;
			}),
		);
	}

	/** How many turns of a session were stored; `undefined` if it was never said. */
	storedTurns(sessionId: string): number | undefined {
		return this.#store.read(
			() =>
				this.#store.database
					.query<{ turns: number }, [string]>("SELECT turns FROM sessions WHERE id = ?")
					.get(sessionId)?.turns,
		);
	}

	/** Stores turns of a session, and how far it was stored with them. */
	addTurns(sessionId: string, turns: number, memory: NewMemory, options: { readonly isExtractDue: boolean }): void {
		checkContent(memory.content);
		this.#store.write(() => {
			this.#addOne(memory, options);
			const now = this.#store.now();
			this.#store.database
				.query("INSERT OR REPLACE INTO sessions (id, turns, updated_at) VALUES (?, ?, ?)")
				.run(sessionId, turns, now);
			this.#store.database.query("DELETE FROM sessions WHERE updated_at < ?").run(now - sessionsKeptMs);
		});
	}

	/** Deletes everything; the file stays, since another omp may have it open. Gives the number of memories. */
	clear(): number {
		const count = this.#store.write(() => this.#store.table.deleteAll());
		this.#store.run(() => this.#store.database.run("VACUUM"));
		this.#store.emptyLog();
		return count;
	}

	counts(): Readonly<Record<Memory["store"] | "all" | "invalidated" | "extractDue" | "vectors", number>> {
		return this.#store.read(() => ({
			all: this.#store.table.count(),
			working: this.#store.table.count("store = 'working'"),
			episodic: this.#store.table.count("store = 'episodic'"),
			fact: this.#store.table.count("store = 'fact'"),
			invalidated: this.#store.table.count("invalidated_at IS NOT NULL"),
			extractDue: this.#store.table.count("extract_due = 1"),
			vectors: this.#store.table.vectors.count,
		}));
	}

	/** What is wrong with the file; `undefined` if nothing is. */
	check(): string | undefined {
		try {
			const found = this.#store.read(() => this.#store.database.query("PRAGMA quick_check(1)").values()[0]?.[0]);
			if (found !== "ok") return String(found);
			this.#store.write(() => this.#store.table.terms.check());
			return undefined;
		} catch (error) {
			return asMemoryError(error, this.path).message;
		}
	}

	/** Makes the full-text index anew. */
	reindex(): void {
		this.#store.write(() => this.#store.table.reindex());
	}

	[Symbol.dispose](): void {
		this.#store[Symbol.dispose]();
	}
}
