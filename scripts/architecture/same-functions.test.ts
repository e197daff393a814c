import { expect, test } from "bun:test";
import { madeUpTree } from "./made-up-tree.ts";
import { checkSameFunctions } from "./same-functions.ts";

const body = "(text: string): string[] {\n\tconst lines = text.split(`\n`);\n\tlines.pop();\n\treturn lines;\n}\n";
const check = (files: Record<string, string>, accepted: readonly string[] = []) =>
	checkSameFunctions(madeUpTree(files), accepted);

test("same-functions: equal bodies in two files fail, whatever the functions are called", () => {
	const tree = {
		"packages/ai/src/a.ts": `export function linesOf${body}`,
		"packages/ai/src/b.ts": `const x = 1;\n\nfunction splitLines${body.replaceAll("\n\t", "\n\t\t")}`,
	};
	expect(check(tree)).toEqual([
		{
			file: "packages/ai/src/b.ts",
			line: 3,
			message: "splitLines is the same as linesOf in packages/ai/src/a.ts: keep one of them",
		},
	]);
	expect(check(tree, ["linesOf"])).toEqual([]);
});

test("same-functions: arrow functions count; short bodies, tests and other bodies do not", () => {
	const arrow = "= (text: string) => {\n\tconst lines = text.split(`\n`);\n\tlines.pop();\n\treturn lines;\n};\n";
	const short = "function isRecord(value: unknown) {\n\treturn value !== null;\n}\n";
	const tree = {
		"packages/ai/src/a.ts": `export const linesOf ${arrow}${short}`,
		"packages/ai/src/b.ts": `const splitLines ${arrow}${short}`,
		"packages/ai/src/c.ts": `const splitLines ${arrow.replace("pop", "shift")}`,
		"packages/ai/src/a.test.ts": `const splitLines ${arrow}`,
	};
	expect(check(tree).map(({ file, message }) => [file, message])).toEqual([
		["packages/ai/src/b.ts", "splitLines is the same as linesOf in packages/ai/src/a.ts: keep one of them"],
	]);
});

test("same-functions: an accepted copy must leave the list once it is gone", () => {
	expect(check({}, ["linesOf"])).toEqual([
		{
			file: "scripts/architecture/same-functions.data.ts",
			message: "linesOf has no copy any more: remove its line",
		},
	]);
});
