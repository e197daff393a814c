/** Random choices that are the same for the same seed. */
export interface Random {
	/** A whole number from 0 to below the limit. */
	below(limit: number): number;
	chance(probability: number): boolean;
	pick<T>(items: readonly [T, ...T[]]): T;
}

export function seededRandom(seed: number): Random {
	let state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	return {
		below: (limit) => Math.floor(next() * limit),
		chance: (probability) => next() < probability,
		pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
	};
}
