import { expect, test } from "bun:test";
import { Registry } from "./registry.ts";

test("what was added is found in order until it is removed, and listeners hear of both", () => {
	const registry = new Registry([["one", 1]]);
	const heard: string[] = [];
	const leave = registry.onChange(() => heard.push(registry.names().join(" ")));
	const remove = registry.add("two", 2);
	expect([registry.get("two"), registry.has("two"), registry.values()]).toEqual([2, true, [1, 2]]);
	remove();
	remove();
	leave();
	registry.add("three", 3);
	expect(heard).toEqual(["one two", "one"]);
	expect(registry.names()).toEqual(["one", "three"]);
});

test("a name that is taken cannot be added, and removing an old value leaves the new one alone", () => {
	const registry = new Registry<number>();
	const remove = registry.add("a", 1);
	expect(() => registry.add("a", 2)).toThrow('"a" is registered already');
	remove();
	registry.add("a", 3);
	remove();
	expect(registry.get("a")).toBe(3);
});
