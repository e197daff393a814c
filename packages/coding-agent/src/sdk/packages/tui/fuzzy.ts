import { fuzzyFilter as filter, fuzzyScore } from "@oh-my-pi/pi-tui/widgets/fuzzy";

/** A lower score is a better match. */
export function fuzzyMatch(query: string, text: string): { matches: boolean; score: number } {
	const score = fuzzyScore(query, text);
	return { matches: score !== undefined, score: score === undefined ? 0 : -score };
}

export function fuzzyFilter<Item>(items: readonly Item[], query: string, textOf: (item: Item) => string): Item[] {
	return [...filter(query, items, textOf)];
}
