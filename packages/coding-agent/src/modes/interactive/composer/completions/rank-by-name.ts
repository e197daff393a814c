interface Named {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly description: string;
}

/** The exact name first, then those that begin so, then those with the letters in order; descriptions when no name fits. */
export function rankByName<Item>(query: string, items: readonly Item[], named: (item: Item) => Named): readonly Item[] {
	if (query === "") return items;
	const wanted = query.toLowerCase();
	const ranked = items.flatMap((item) => {
		const { name, aliases = [] } = named(item);
		const ranks = [name, ...aliases].map((candidate) => rankName(candidate.toLowerCase(), wanted));
		const rank = Math.min(...ranks);
		return rank < noMatch ? [{ item, rank }] : [];
	});
	if (ranked.length > 0) return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
	return items.filter((item) => named(item).description.toLowerCase().includes(wanted));
}

const noMatch = 3;

function rankName(name: string, wanted: string): number {
	if (name === wanted) return 0;
	if (name.startsWith(wanted)) return 1;
	return isSubsequence(wanted, name) ? 2 : noMatch;
}

function isSubsequence(letters: string, text: string): boolean {
	let from = 0;
	for (const letter of letters) {
		const index = text.indexOf(letter, from);
		if (index < 0) return false;
		from = index + 1;
	}
	return true;
}
