import { expect, test } from "bun:test";
import { findYamlLine } from "./find-yaml-line.ts";

const text = `# settings
theme:
  dark: x

  light: y
read.limit: 1
theme2: { a: 1,
  b: 2 }
read.limit: 2
`;

test("finds nested, flat and flow keys, and the last of equal ones", () => {
	const lines = [["theme"], ["theme", "light"], ["read.limit"], ["theme2", "b"]].map((path) =>
		findYamlLine(text, [path]),
	);
	expect(lines).toEqual([2, 5, 9, 8]);
});

test("findYamlLine: finds the entries of lists by their number", () => {
	expect(findYamlLine("a:\n  - b: 1\n    c: 2\n\n  - x\n", [["a", "1"]])).toBe(5);
	expect(
		findYamlLine("a:\n  - b: 1\n    c: 2\n", [
			["a", "0", "d"],
			["a", "0"],
		]),
	).toBe(2);
	expect(findYamlLine("a: [1]\n", [["a", "1"]])).toBeUndefined();
});

test("findYamlLine: takes the first path that exists; unknown paths have no line", () => {
	expect(findYamlLine(text, [["read", "limit"], ["read.limit"]])).toBe(9);
	expect(findYamlLine(text, [["nothing"], ["theme", "dark", "deeper"]])).toBeUndefined();
	expect(findYamlLine("[1, 2]", [["a"]])).toBeUndefined();
	expect(findYamlLine("", [["a"]])).toBeUndefined();
});

test("findYamlLine: nothing is found in what is nested too deeply to be parsed", () => {
	for (const unit of ["- ", "[", "{a: "]) expect(findYamlLine(unit.repeat(20_000), [["a"]])).toBeUndefined();
});
