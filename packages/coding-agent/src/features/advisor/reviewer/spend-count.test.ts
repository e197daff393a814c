import { expect, test } from "bun:test";
import { SpendCount } from "./spend-count.ts";

test("reviews add up for each advisor and for all of them", () => {
	const spend = new SpendCount();
	expect([spend.isEmpty, spend.total]).toEqual([true, { input: 0, output: 0, cost: 0 }]);
	spend.add("Tests", { input: 500, output: 100, cost: 0.5 });
	spend.add("Tests", { input: 1, output: 2, cost: 0.25 });
	spend.add("Security", { input: 10, output: 20, cost: 1 });
	expect(spend.of("Tests")).toEqual({ input: 501, output: 102, cost: 0.75 });
	expect(spend.of(undefined)).toEqual({ input: 0, output: 0, cost: 0 });
	expect([spend.isEmpty, spend.total]).toEqual([false, { input: 511, output: 122, cost: 1.75 }]);
});
