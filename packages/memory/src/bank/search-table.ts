import { meaningPart, rank } from "../search/rank.ts";
import type { MemoryTable, StoredRow } from "./memory-table.ts";

export interface SearchQuery {
	readonly text: string;
	/** The meaning of the text, by the model of the bank's vectors. */
	readonly vector?: Float32Array;
	readonly limit: number;
	readonly now: number;
	readonly project?: string;
	readonly agent?: string;
	readonly includeInvalidated?: boolean;
	/** Also what shares a name with the best. */
	readonly withLinked?: boolean;
}

export interface FoundRow {
	readonly row: StoredRow;
	readonly score: number;
	readonly relevance: number;
}

const maxByWords = 250;
const maxByMeaning = 150;
/** Filters take their share of the candidates. */
const maxFiltered = 3000;
/** Less than this is a coincidence. */
const minMeaning = 0.15;

/** What a bank knows about a text: candidates by words and by meaning, ranked together with importance and age. */
export function searchTable(table: MemoryTable, query: SearchQuery): readonly FoundRow[] {
	const isFiltered = query.project !== undefined || query.agent !== undefined;
	const byWords = table.terms.search(query.text, table.count(), isFiltered ? maxFiltered : maxByWords);
	const parts = new Map(byWords.map(({ seq, part }) => [seq, part]));
	const { cosines, average } = compareMeaning(table, query, [...parts.keys()]);
	const rows = table.bySeqs([...new Set([...parts.keys(), ...cosines.keys()])]);
	const averageTerms = Math.max(1, table.averageTerms());
	const found = rows.filter((row) => fits(row, query)).flatMap((row) => rankRow(row, parts.get(row.seq) ?? 0));
	const best = sortFound(found).slice(0, query.limit);
	return query.withLinked ? addLinked(table, query, best) : best;

	function rankRow(row: StoredRow, words: number): FoundRow[] {
		const cosine = cosines.get(row.seq);
		const meaning = cosine === undefined ? undefined : meaningPart(cosine, average);
		if (words === 0 && (meaning ?? 0) < minMeaning) return [];
		const candidate = {
			words,
			...(meaning !== undefined && { meaning }),
			importance: row.importance,
			createdAt: row.created_at,
			relativeLength: row.term_count / averageTerms,
			isMerged: row.merged_into !== null,
		};
		return [{ row, ...rank(candidate, query.now) }];
	}
}

function compareMeaning(
	{ vectors }: MemoryTable,
	{ vector, project, agent }: SearchQuery,
	alsoCompared: readonly number[],
): { readonly cosines: ReadonlyMap<number, number>; readonly average: number } {
	if (!vector) return { cosines: new Map(), average: 0 };
	const limit = project === undefined && agent === undefined ? maxByMeaning : maxFiltered;
	const { hits, average } = vectors.nearest(vector, limit);
	const seqs = [...new Set([...hits.map(({ seq }) => seq), ...alsoCompared.slice(0, limit)])];
	// The part of differing bits is the angle between the vectors.
	return { cosines: vectors.cosines(vector, seqs), average: Math.cos((Math.PI * average) / vector.length) };
}

function addLinked(table: MemoryTable, query: SearchQuery, best: readonly FoundRow[]): readonly FoundRow[] {
	const known = new Set(best.map(({ row }) => row.seq));
	const top = best.slice(0, 3);
	const weakest = top.at(-1);
	if (!weakest) return best;
	const seqs = table
		.linked(
			top.map(({ row }) => row.seq),
			query.limit * 2,
		)
		.filter((seq) => !known.has(seq));
	const linked = table
		.bySeqs(seqs)
		.filter((row) => fits(row, query))
		.map((row) => ({ row, score: weakest.score * 0.5, relevance: weakest.relevance * 0.5 }));
	return sortFound([...best, ...linked]).slice(0, query.limit);
}

function fits(row: StoredRow, { project, agent, includeInvalidated = false }: SearchQuery): boolean {
	if (row.invalidated_at !== null && !includeInvalidated) return false;
	return (project === undefined || row.project === project) && (agent === undefined || row.agent === agent);
}

function sortFound(found: readonly FoundRow[]): readonly FoundRow[] {
	return found.toSorted((a, b) => b.score - a.score || b.row.seq - a.row.seq);
}
