import { expect, test } from "bun:test";
import type { ChangeUnit } from "../changes/change-unit.ts";
import { planSplit } from "./plan-split.ts";

const entry = { mode: "100644", id: "1" };
const added = (path: string): ChangeUnit => ({ path, status: "A", after: entry, hunks: [] });
const deleted = (path: string): ChangeUnit => ({ path, status: "D", before: entry, hunks: [] });

function parts(units: readonly ChangeUnit[], ...commits: string[][]) {
	const planned = planSplit(
		units,
		commits.map((paths, index) => ({
			message: `${index}`,
			changes: paths.map((path) => ({ path, hunks: "all" as const })),
		})),
	);
	return "problem" in planned
		? planned.problem
		: planned.map((commit) => [...commit.parts.keys()].map((index) => units[index]?.path).sort());
}

test("a file and the folder that takes its place are in one commit, in both directions", () => {
	const units = [deleted("a"), added("a/b/c"), deleted("x/y/z"), added("x"), added("ab"), deleted("a.b")];
	expect(parts(units, ["a", "x", "a.b"], ["a/b/c", "x/y/z", "ab"])).toEqual([
		["a.b", "x", "x/y/z"],
		["a", "a/b/c", "ab"],
	]);
});

test("planning ten times as many changed files takes about ten times as long, not a hundred times", () => {
	const millisFor = (count: number) => {
		const units = Array.from({ length: count / 2 }, (_, index) => [
			deleted(`old/${index % 100}/${index}.ts`),
			added(`new/${index % 100}/${index}.ts`),
		]).flat();
		const paths = (name: string) => units.flatMap(({ path }) => (path.startsWith(name) ? [path] : []));
		const start = performance.now();
		expect(parts(units, paths("old"), paths("new"))).toHaveLength(2);
		return performance.now() - start;
	};
	const fastest = (count: number) => Math.min(...Array.from({ length: 3 }, () => millisFor(count)));
	expect(fastest(60_000) / fastest(6_000)).toBeLessThan(50);
});
