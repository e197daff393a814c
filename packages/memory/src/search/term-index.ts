import type { Database } from "bun:sqlite";
import { documentTerms, isPair, queryTerms, termsVersion } from "../text/terms.ts";

/** Rows read for each term at first; one with fewer is known completely. */
const firstRows = 500;
/** Rows read for all frequent terms together, which bounds the time. */
const maxRows = 48_000;
const minRows = 4000;
/** The newest words of a long question. */
const maxTerms = 96;
/** The words that tell most decide how much of a question is answered. */
const maxTelling = 10;
const pairWeight = 0.35;

interface TermRows {
	readonly term: string;
	/** Newest first. */
	readonly seqs: ReadonlyArray<readonly [number]>;
	readonly isComplete: boolean;
	readonly weight: number;
}

/** Full-text search. Which terms a text has is decided by us, since SQLite's tokenizers do not cut scripts without spaces. */
export class TermIndex {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** Indexes a text; gives the number of its terms. */
	put(seq: number, text: string): number {
		const terms = documentTerms(text);
		this.#database.query("INSERT INTO terms (rowid, words) VALUES (?, ?)").run(seq, terms.join(" "));
		return terms.length;
	}

	remove(seq: number): void {
		this.#database.query("DELETE FROM terms WHERE rowid = ?").run(seq);
	}

	get isCurrent(): boolean {
		const row = this.#database.query<{ value: string }, []>("SELECT value FROM meta WHERE key = 'terms'").get();
		return row?.value === String(termsVersion);
	}

	clear(): void {
		this.#database.run("DELETE FROM terms");
		this.#database.query("INSERT OR REPLACE INTO meta (key, value) VALUES ('terms', ?)").run(String(termsVersion));
	}

	/** Throws when the index is damaged. */
	check(): void {
		this.#database.run("INSERT INTO terms (terms) VALUES ('integrity-check')");
	}

	/** How much of the question's words each memory has, from 0 to 1, the best first. Of frequent words, the newest rows count. */
	search(
		question: string,
		total: number,
		limit: number,
	): ReadonlyArray<{ readonly seq: number; readonly part: number }> {
		const terms = queryTerms(question).slice(-maxTerms);
		const found = this.#readTerms(terms, total);
		if (found.length === 0) return [];
		const weights = found.map(({ weight }) => weight).sort((a, b) => b - a);
		const all = weights.slice(0, maxTelling).reduce((sum, weight) => sum + weight, 0);
		const first = found.reduce((most, { seqs }) => Math.max(most, seqs[0]?.[0] ?? 0), 0);
		const scores = new Float32Array(first + 1);
		const touched: number[] = [];
		// Without destructuring, which takes most of the time here.
		for (const { seqs, weight } of found) for (const row of seqs) add(row[0], weight);
		for (const { seq, weight } of this.#readPair(found)) add(seq, weight);
		return selectBest(touched, scores, limit).map((seq) => ({ seq, part: partOfAll((scores[seq] as number) / all) }));

		function add(seq: number, weight: number): void {
			const score = scores[seq] as number;
			if (score === 0) touched.push(seq);
			scores[seq] = score + weight;
		}
	}

	#readTerms(terms: readonly string[], total: number): readonly TermRows[] {
		const known = terms.flatMap((term) => {
			const seqs = this.#rows(`"${term}"`, firstRows);
			return seqs.length === 0 ? [] : [this.#describe(term, seqs, firstRows, total)];
		});
		const rare = known.filter(({ isComplete }) => isComplete);
		const frequent = known.filter(({ isComplete }) => !isComplete).sort((a, b) => b.weight - a.weight);
		const each = Math.max(minRows, Math.floor(maxRows / Math.max(1, frequent.length)));
		const more = frequent
			.slice(0, maxRows / each)
			.map(({ term }) => this.#describe(term, this.#rows(`"${term}"`, each), each, total));
		return [...rare, ...more, ...frequent.slice(more.length)];
	}

	/** A term that is cut off is as frequent in all rows as in those that were read. */
	#describe(term: string, seqs: TermRows["seqs"], limit: number, total: number): TermRows {
		const isComplete = seqs.length < limit;
		const span = (seqs[0]?.[0] ?? 0) - (seqs.at(-1)?.[0] ?? 0) + 1;
		const count = isComplete ? seqs.length : Math.min(total, Math.max(seqs.length, (seqs.length / span) * total));
		const weight = Math.log(1 + (Math.max(total, count) - count + 0.5) / (count + 0.5));
		// A word of a script without spaces is many pairs; together they weigh about as much as a word.
		return { term, seqs, isComplete, weight: isPair(term) ? weight * pairWeight : weight };
	}

	/** Older rows that have both of the two most telling of the words that were cut off. */
	#readPair(found: readonly TermRows[]): ReadonlyArray<{ readonly seq: number; readonly weight: number }> {
		const [a, b] = found.filter(({ isComplete }) => !isComplete).sort((one, other) => other.weight - one.weight);
		if (!a || !b) return [];
		const pair = [a, b].map(({ weight, seqs }) => ({ weight, last: seqs.at(-1)?.[0] ?? 0 }));
		return this.#rows(`"${a.term}" AND "${b.term}"`, minRows).flatMap(([seq]) =>
			pair.flatMap(({ weight, last }) => (seq < last ? [{ seq, weight }] : [])),
		);
	}

	#rows(match: string, limit: number): TermRows["seqs"] {
		return this.#database
			.query("SELECT rowid FROM terms WHERE terms MATCH ? ORDER BY rowid DESC LIMIT ?")
			.values(match, limit) as unknown as TermRows["seqs"];
	}
}

/** The best rows, best and newest first. All are never sorted: there can be a hundred thousand. */
function selectBest(seqs: readonly number[], scores: Float32Array, limit: number): readonly number[] {
	const best = (some: readonly number[]) =>
		some.toSorted((a, b) => (scores[b] as number) - (scores[a] as number) || b - a).slice(0, limit);
	if (seqs.length <= limit * 2) return best(seqs);
	const highest = seqs.reduce((most, seq) => Math.max(most, scores[seq] as number), 0);
	const steps = 512;
	const step = (seq: number) => Math.min(steps - 1, Math.floor(((scores[seq] as number) / highest) * steps));
	const counts = new Uint32Array(steps);
	for (const seq of seqs) {
		const at = step(seq);
		counts[at] = (counts[at] as number) + 1;
	}
	let [lowest, seen] = [steps - 1, counts[steps - 1] as number];
	while (lowest > 0 && seen < limit) seen += counts[--lowest] as number;
	return best(seqs.filter((seq) => step(seq) >= lowest));
}

/** From 0 to 1. A long question can have more telling words than are needed; those still count a little. */
function partOfAll(part: number): number {
	return part <= 1 ? part * 0.85 : 1 - 0.15 / part;
}
