import { expect, test } from "bun:test";
import { expandFlatKeys, lookup, mergeTrees, withoutValue, withValue } from "./settings-tree.ts";

test("merge: mappings are merged, lists and scalars are replaced", () => {
	const lower = { a: { b: 1, list: [1, 2], map: { x: 1 } }, c: 1 };
	const upper = { a: { list: [3], map: { y: 2 } }, c: { d: 1 } };
	expect(mergeTrees(lower, upper)).toEqual({ a: { b: 1, list: [3], map: { x: 1, y: 2 } }, c: { d: 1 } });
});

test("flat keys are expanded at the top level only; record entries may contain dots", () => {
	const tree = { "theme.dark": "x", theme: { light: "y" }, modelRoles: { "gpt-5.2": "z" }, "a.b": { "c.d": 1 } };
	expect(expandFlatKeys(tree)).toEqual({
		theme: { dark: "x", light: "y" },
		modelRoles: { "gpt-5.2": "z" },
		a: { b: { "c.d": 1 } },
	});
});

test("setting and removing values does not mutate the tree", () => {
	const tree = { a: { b: 1 }, c: 2 };
	expect(withValue(tree, ["a", "d", "e"], 3)).toEqual({ a: { b: 1, d: { e: 3 } }, c: 2 });
	expect(withValue(tree, ["c", "x"], 3)).toEqual({ a: { b: 1 }, c: { x: 3 } });
	expect(withoutValue(tree, ["a", "b"])).toEqual({ c: 2 });
	expect(withoutValue(tree, ["a", "nothing"])).toEqual(tree);
	expect(tree).toEqual({ a: { b: 1 }, c: 2 });
});

test("names such as __proto__ are ordinary keys", () => {
	const hostile = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"x": 1}}');
	const merged = mergeTrees({ a: 1 }, hostile);
	expect(lookup(merged, ["constructor", "x"])).toBe(1);
	expect(lookup({}, ["constructor", "name"])).toBeUndefined();
	expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	expect(lookup(withValue({}, ["__proto__", "polluted"], true), ["__proto__", "polluted"])).toBe(true);
	expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("expanding flat keys changes no mapping of the file, and leaves endless keys alone", () => {
	const shared = { x: 1 };
	const tree = { a: shared, b: shared, "a.y": 2, "a.x": 3, "b.z": { w: 1 } };
	expect(expandFlatKeys(tree)).toEqual({ a: { x: 3, y: 2 }, b: { x: 1, z: { w: 1 } } });
	expect(shared).toEqual({ x: 1 });
	const endless = "a.".repeat(20_000);
	expect(mergeTrees(expandFlatKeys({ [endless]: 1 }), expandFlatKeys({ [endless]: 2 }))).toEqual({ [endless]: 2 });
});
