/** How well a text answers a query; higher is better. */
export interface FuzzyMatch<Item> {
	readonly item: Item;
	readonly score: number;
}

const consecutive = 8;
const atBoundary = 10;
const inName = 4;
const gapCost = 1;
const maxGapCost = 20;

/**
 * The items whose texts hold every word of the query, each with its letters in order, best first. Letters that follow each
 * other, begin a word, or stand in the last segment of a path count more; of equal texts the shorter one wins.
 */
export function fuzzyFind<Item>(
	query: string,
	items: Iterable<Item>,
	options: { text: (item: Item) => string; limit: number },
): FuzzyMatch<Item>[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const found: FuzzyMatch<Item>[] = [];
	for (const item of items) {
		const score = scoreAll(words, options.text(item));
		if (score !== undefined) found.push({ item, score });
	}
	// Stable, so that the caller's order decides between equals.
	return found.sort((a, b) => b.score - a.score).slice(0, options.limit);
}

function scoreAll(words: readonly string[], text: string): number | undefined {
	const lower = text.toLowerCase();
	let total = -text.length / 100;
	for (const word of words) {
		const score = scoreWord(word, text, lower);
		if (score === undefined) return undefined;
		total += score;
	}
	return total;
}

/** Of the ways to find a word, one from the first fitting letter and one from the last segment are compared. */
function scoreWord(word: string, text: string, lower: string): number | undefined {
	const nameStart = lower.lastIndexOf("/", lower.length - 2) + 1;
	const whole = scoreFrom(word, text, lower, 0, nameStart);
	if (whole === undefined || nameStart === 0) return whole;
	return Math.max(whole, scoreFrom(word, text, lower, nameStart, nameStart) ?? Number.NEGATIVE_INFINITY);
}

function scoreFrom(word: string, text: string, lower: string, start: number, nameStart: number): number | undefined {
	const exact = lower.indexOf(word, start);
	if (exact !== -1) return word.length * (consecutive + inName) + placeBonus(text, exact, nameStart);
	let score = 0;
	let last = start - 1;
	for (const letter of word) {
		const at = lower.indexOf(letter, last + 1);
		if (at === -1) return undefined;
		score += placeBonus(text, at, nameStart);
		score += at === last + 1 ? consecutive : -Math.min(maxGapCost, gapCost * (at - last - 1));
		last = at;
	}
	return score;
}

function placeBonus(text: string, at: number, nameStart: number): number {
	return (isBoundary(text, at) ? atBoundary : 0) + (at >= nameStart ? inName : 0);
}

function isBoundary(text: string, at: number): boolean {
	if (at === 0) return true;
	const before = text[at - 1] ?? "";
	const here = text[at] ?? "";
	return /[/\\_\-. ]/.test(before) || (/[a-z0-9]/.test(before) && /[A-Z]/.test(here));
}
