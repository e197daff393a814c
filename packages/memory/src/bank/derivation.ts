import type { Memory } from "../contract/memory.ts";
import { mergeOrigins, readRow } from "../sqlite/memory-row.ts";
import { type BankStore, checkContent } from "./bank-store.ts";
import { noSummary } from "./memory-table.ts";

const hourMs = 3_600_000;
const waitsMs: readonly number[] = [hourMs, 24 * hourMs];
const notPostponed =
	"NOT EXISTS (SELECT 1 FROM meta WHERE key = 'tries:' || memories.id AND json_extract(value, '$.until') > ?)";

/** What a model makes of memories: facts extracted from one, and summaries of several. */
export class Derivation {
	readonly #store: BankStore;

	constructor(store: BankStore) {
		this.#store = store;
	}

	/** Memories that facts are still to be extracted from, oldest first. */
	extractDue(limit: number): readonly Memory[] {
		return this.#store
			.read(() =>
				this.#store.table.where(`extract_due = 1 AND ${notPostponed} ORDER BY seq LIMIT ?`, this.#store.now(), limit),
			)
			.map(readRow);
	}

	/** Stores what was extracted from a memory, unless that has changed or gone meanwhile. */
	addFacts(source: Memory, facts: readonly string[]): number {
		return this.#store.write(() => {
			const row = this.#store.table.find(source.id);
			if (!row || row.extract_due === 0) return 0;
			this.#store.database.query("UPDATE memories SET extract_due = 0 WHERE seq = ?").run(row.seq);
			this.#forgetTries(source);
			if (row.content !== source.content || row.invalidated_at !== null) return 0;
			let count = 0;
			for (const content of facts) {
				// Known already, from this memory or another.
				if (content.trim() === "" || this.#store.table.findSame(content).length > 0) continue;
				count++;
				const { invalidatedAt: _, replacementId: __, context: ___, mergedInto: ____, ...kept } = source;
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
					 AND ${notPostponed} ORDER BY seq LIMIT ?`,
					this.#store.now(),
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
			for (const source of sources) {
				mark.run(merged.id, source.id);
				this.#forgetTries(source);
			}
			return merged;
		});
	}

	/** A model gave no answer for these: they are left alone for an hour, then for a day, and given up the third time. */
	postpone(sources: readonly Memory[], work: "extract" | "merge"): void {
		const { database } = this.#store;
		this.#store.write(() => {
			const find = database.query<{ value: string }, [string]>("SELECT value FROM meta WHERE key = ?");
			const put = database.query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
			const give = database.query(
				work === "extract"
					? "UPDATE memories SET extract_due = 0 WHERE id = ?"
					: `UPDATE memories SET merged_into = '${noSummary}' WHERE id = ? AND merged_into IS NULL`,
			);
			for (const source of sources) {
				const waitMs = waitsMs[countTries(find.get(triesKey(source))?.value)];
				if (waitMs !== undefined) {
					const tries = waitsMs.indexOf(waitMs) + 1;
					put.run(triesKey(source), JSON.stringify({ tries, until: this.#store.now() + waitMs }));
					continue;
				}
				give.run(source.id);
				this.#forgetTries(source);
			}
		});
	}

	/** The question was broken off: these are left alone for a moment, which counts for nothing. */
	defer(sources: readonly Memory[], forMs: number): void {
		const { database } = this.#store;
		this.#store.write(() => {
			const find = database.query<{ value: string }, [string]>("SELECT value FROM meta WHERE key = ?");
			const put = database.query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
			for (const source of sources) {
				const tries = countTries(find.get(triesKey(source))?.value);
				put.run(triesKey(source), JSON.stringify({ tries, until: this.#store.now() + forMs }));
			}
		});
	}

	#forgetTries(source: Memory): void {
		this.#store.database.query("DELETE FROM meta WHERE key = ?").run(triesKey(source));
	}

	/** Notes that several memories are not worth a summary; they are kept as they are. */
	dismiss(sources: readonly Memory[]): void {
		this.#store.write(() => {
			const mark = this.#store.database.query("UPDATE memories SET merged_into = ? WHERE id = ?");
			for (const { id } of sources) mark.run(noSummary, id);
		});
	}
}

function triesKey({ id }: Memory): string {
	return `tries:${id}`;
}

function countTries(text: string | undefined): number {
	if (text === undefined) return 0;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && "tries" in value ? Number(value.tries) : 0;
	} catch {
		// Changed by hand: it begins anew.
		return 0;
	}
}
