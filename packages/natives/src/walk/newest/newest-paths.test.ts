import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { NewestPaths } from "./newest-paths.ts";

function pageOf(limit: number, entries: ReadonlyArray<readonly [string, number]>) {
	const newest = new NewestPaths(limit);
	for (const [path, modifiedMs] of entries) newest.add("/w", path, modifiedMs);
	const { found, isCut } = newest.page();
	return { paths: found.map(({ path }) => path), isCut };
}

test("newest-paths: the page equals that of a full sort, for any order of paths", () => {
	const random = seeded(7);
	for (const limit of [1, 3, 50]) {
		for (const times of [4, 1_000_000]) {
			const entries = Array.from({ length: 2000 }, (_, index) => [`f${index}`, random.below(times)] as const);
			const sorted = entries.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
			const expected = { paths: sorted.slice(0, limit).map(([path]) => `/w/${path}`), isCut: true };
			expect(pageOf(limit, entries)).toEqual(expected);
			expect(pageOf(limit, [...entries, ...entries])).toEqual(expected);
		}
	}
});

test("newest-paths: a path added twice counts once", () => {
	const twice = [
		["a", 1],
		["b", 2],
		["a", 1],
	] as const;
	expect(pageOf(2, twice)).toEqual({ paths: ["/w/b", "/w/a"], isCut: false });
});
