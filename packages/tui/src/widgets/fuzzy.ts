/** Fuzzy match score: higher is better, undefined for no match. Every word must match, letters in order. */
export function fuzzyScore(query: string, text: string): number | undefined {
	const lower = text.toLowerCase();
	let total = 0;
	for (const word of query.toLowerCase().split(/\s+/)) {
		if (word === "") continue;
		const score = wordScore(word, lower);
		if (score === undefined) return undefined;
		total += score;
	}
	return total;
}

/** The matching items, best first; ties keep their order. */
export function fuzzyFilter<T>(query: string, items: readonly T[], textOf: (item: T) => string): readonly T[] {
	if (query.trim() === "") return items;
	const scored: Array<{ item: T; score: number }> = [];
	for (const item of items) {
		const score = fuzzyScore(query, textOf(item));
		if (score !== undefined) scored.push({ item, score });
	}
	return scored.sort((a, b) => b.score - a.score).map(({ item }) => item);
}

function wordScore(word: string, text: string): number | undefined {
	const at = text.indexOf(word);
	if (at >= 0) return 100 + (isWordStart(text, at) ? 50 : 0) - Math.min(at, 40);
	let score = 0;
	let from = 0;
	for (const letter of word) {
		const index = text.indexOf(letter, from);
		if (index < 0) return undefined;
		score += isWordStart(text, index) ? 6 : index === from ? 3 : 0;
		score -= Math.min(index - from, 5);
		from = index + letter.length;
	}
	return score;
}

function isWordStart(text: string, index: number): boolean {
	return index === 0 || /[\s/_.:-]/.test(text[index - 1] ?? "");
}
