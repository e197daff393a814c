import type { Database } from "bun:sqlite";
import type { Memory } from "../contract/memory.ts";
import { TermIndex } from "../search/term-index.ts";
import { VectorIndex } from "../search/vector-index.ts";
import { type MemoryRow, readRow } from "../sqlite/memory-row.ts";
import { cleanText } from "../text/clean-text.ts";
import { findEntities } from "../text/entities.ts";

export interface RowQuery {
	readonly limit?: number;
	readonly offset?: number;
	readonly project?: string;
	readonly agent?: string;
	readonly includeInvalidated?: boolean;
}

export interface StoredRow extends MemoryRow {
	readonly extract_due: number;
}

/** In the place of a summary's id: a model found nothing worth one. */
export const noSummary = "none";

/** The rows of a bank with their indexes: words, vectors and names. Methods that write run in a transaction of the caller. */
export class MemoryTable {
	readonly terms: TermIndex;
	readonly vectors: VectorIndex;
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
		this.terms = new TermIndex(database);
		this.vectors = new VectorIndex(database);
	}

	insert(memory: Memory, { isExtractDue = false }: { readonly isExtractDue?: boolean } = {}): void {
		const seq = (this.#number("SELECT MAX(seq) FROM memories") ?? 0) + 1;
		const { origin } = memory;
		const row = {
			seq,
			id: memory.id,
			store: memory.store,
			type: memory.type,
			source: cleanText(memory.source),
			veracity: memory.veracity,
			importance: memory.importance,
			content: cleanText(memory.content),
			context: optionalText(memory.context),
			origin: origin.kind,
			places: origin.places ? JSON.stringify(origin.places.map(cleanText)) : null,
			session_id: optionalText(memory.sessionId),
			cwd: optionalText(memory.cwd),
			project: optionalText(memory.project),
			agent: optionalText(memory.agent),
			created_at: Math.round(memory.createdAt),
			updated_at: Math.round(memory.updatedAt),
			invalidated_at: memory.invalidatedAt === undefined ? null : Math.round(memory.invalidatedAt),
			replacement_id: optionalText(memory.replacementId),
			derived_from: optionalText(memory.derivedFrom),
			merged_into: optionalText(memory.mergedInto),
			content_hash: hashContent(memory.content),
			term_count: this.terms.put(seq, indexedText(memory)),
			extract_due: isExtractDue ? 1 : 0,
		};
		const names = Object.keys(row);
		const values = names.map((name) => `$${name}`).join(", ");
		this.#database.query(`INSERT INTO memories (${names.join(", ")}) VALUES (${values})`).run(row);
		this.#putEntities(seq, memory.content);
	}

	replaceContent(row: StoredRow, content: string): void {
		this.#unindex(row.seq);
		const count = this.terms.put(row.seq, indexedText({ content, context: row.context ?? undefined }));
		this.#putEntities(row.seq, content);
		this.#database
			.query("UPDATE memories SET content = ?, content_hash = ?, term_count = ? WHERE seq = ?")
			.run(cleanText(content), hashContent(content), count, row.seq);
	}

	delete(seq: number): void {
		this.#unindex(seq);
		this.#database.query("DELETE FROM meta WHERE key = (SELECT 'tries:' || id FROM memories WHERE seq = ?)").run(seq);
		this.#database.query("DELETE FROM memories WHERE seq = ?").run(seq);
	}

	/** Deletes what was made of a memory: facts extracted from it, and summaries, whose other sources are due again. */
	deleteDerived({ id, merged_into }: StoredRow): void {
		for (const row of this.where("derived_from = ?", id)) this.delete(row.seq);
		if (merged_into === null || merged_into === noSummary) return;
		for (const row of this.where("id = ?", merged_into)) this.delete(row.seq);
		this.#database.query("UPDATE memories SET merged_into = NULL WHERE merged_into = ?").run(merged_into);
	}

	deleteAll(): number {
		const count = this.count();
		this.terms.clear();
		this.vectors.clear();
		for (const table of ["memories", "entities", "sessions", "leases"]) this.#database.run(`DELETE FROM ${table}`);
		this.#database.run("DELETE FROM meta WHERE key LIKE 'tries:%'");
		return count;
	}

	find(id: string): StoredRow | undefined {
		return this.where("id = ?", id)[0];
	}

	/** Those that say the same and still hold. */
	findSame(content: string): readonly StoredRow[] {
		return this.where("content_hash = ? AND invalidated_at IS NULL ORDER BY seq", hashContent(content));
	}

	/** Newest first. */
	list({ limit = 100, offset = 0, project, agent, includeInvalidated = false }: RowQuery): readonly Memory[] {
		return this.where(
			`(?1 IS NULL OR project = ?1) AND (?2 IS NULL OR agent = ?2) AND (?3 OR invalidated_at IS NULL)
			 ORDER BY created_at DESC, seq DESC LIMIT ?4 OFFSET ?5`,
			project ?? null,
			agent ?? null,
			includeInvalidated ? 1 : 0,
			limit,
			offset,
		).map(readRow);
	}

	/** Oldest first, in portions, so that no reader holds up writers. */
	after(seq: number, limit: number): readonly StoredRow[] {
		return this.where("seq > ? ORDER BY seq LIMIT ?", seq, limit);
	}

	bySeqs(seqs: readonly number[]): readonly StoredRow[] {
		return this.where("seq IN (SELECT value FROM json_each(?))", JSON.stringify(seqs));
	}

	where(condition: string, ...values: ReadonlyArray<string | number | null>): readonly StoredRow[] {
		return this.#database
			.query<StoredRow, (string | number | null)[]>(`SELECT * FROM memories WHERE ${condition}`)
			.all(...values);
	}

	count(condition = "1"): number {
		return this.#number(`SELECT COUNT(*) FROM memories WHERE ${condition}`) ?? 0;
	}

	averageTerms(): number {
		return (
			this.#number("SELECT AVG(term_count) FROM (SELECT term_count FROM memories ORDER BY seq DESC LIMIT 1000)") ?? 1
		);
	}

	/** Newest memories that share a rare name with one of these. */
	linked(seqs: readonly number[], limit: number): readonly number[] {
		return this.#database
			.query(
				`SELECT DISTINCT other.seq FROM entities JOIN entities AS other ON other.name = entities.name
				 WHERE entities.seq IN (SELECT value FROM json_each(?)) AND
				 (SELECT COUNT(*) FROM (SELECT 1 FROM entities AS same WHERE same.name = entities.name LIMIT 51)) <= 50
				 ORDER BY other.seq DESC LIMIT ?`,
			)
			.values(JSON.stringify(seqs), limit)
			.map(([seq]) => Number(seq));
	}

	/** Makes the full-text index anew. */
	reindex(): void {
		this.terms.clear();
		this.#database.run("DELETE FROM entities");
		const setCount = this.#database.query("UPDATE memories SET term_count = ? WHERE seq = ?");
		for (let last = 0; ; ) {
			const rows = this.after(last, 500);
			if (rows.length === 0) return;
			for (const row of rows) {
				setCount.run(
					this.terms.put(row.seq, indexedText({ content: row.content, context: row.context ?? undefined })),
					row.seq,
				);
				this.#putEntities(row.seq, row.content);
			}
			last = rows.at(-1)?.seq ?? last;
		}
	}

	#unindex(seq: number): void {
		this.terms.remove(seq);
		this.vectors.remove([seq]);
		this.#database.query("DELETE FROM entities WHERE seq = ?").run(seq);
	}

	#putEntities(seq: number, content: string): void {
		const insert = this.#database.query("INSERT OR IGNORE INTO entities (name, seq) VALUES (?, ?)");
		for (const name of findEntities(content)) insert.run(name, seq);
	}

	#number(sql: string): number | undefined {
		const value = this.#database.query(sql).values()[0]?.[0];
		return value === null || value === undefined ? undefined : Number(value);
	}
}

/** What is searched, and what a vector is made of. */
export function indexedText({
	content,
	context,
}: {
	readonly content: string;
	readonly context?: string | undefined;
}): string {
	return context ? `${content}\n${context}` : content;
}

/** Equal for texts that differ only in case and white space. */
function hashContent(content: string): string {
	const text = cleanText(content).toLowerCase().replace(/\s+/g, " ").trim();
	return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 32);
}

function optionalText(text: string | undefined): string | null {
	return text === undefined ? null : cleanText(text);
}
