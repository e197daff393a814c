/** A reproducible random number generator. */
export interface Random {
	/** An integer from 0 to `limit` - 1. */
	below(limit: number): number;
	/** True with a probability of 1/`count`. */
	oneIn(count: number): boolean;
	chance(probability: number): boolean;
	pick<Item>(items: readonly Item[]): Item;
}

/** mulberry32. */
export function seeded(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		below,
		oneIn: (count) => below(count) === 0,
		chance: (probability) => next() < probability,
		pick<Item>(items: readonly Item[]): Item {
			const item = items[below(items.length)];
			if (item === undefined) throw new Error("nothing to pick from");
			return item;
		},
	};
}
