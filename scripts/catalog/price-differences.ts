import type { Facts } from "./facts.ts";
import type { PriceBook } from "./read-prices.ts";

/** Prints where two sources differ by more than one percent on OpenRouter's prices; the price book wins. */
export function reportDifferences(statements: ReadonlyArray<[id: string, facts: Facts]>, prices: PriceBook): void {
	for (const [id, { cost }] of statements) {
		const book = prices.find("openrouter", id)?.cost;
		if (!cost || !book) continue;
		for (const column of ["input", "output"] as const) {
			if (Math.abs(cost[column] - book[column]) <= 0.01 * Math.max(cost[column], book[column])) continue;
			console.warn(`openrouter/${id} ${column}: ${book[column]} in the price book, ${cost[column]} elsewhere`);
		}
	}
}
