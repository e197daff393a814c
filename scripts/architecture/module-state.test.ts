import { expect, test } from "bun:test";
import { madeUpTree } from "./made-up-tree.ts";
import { checkModuleState } from "./module-state.ts";

const check = (files: Record<string, string>, allowed: readonly { file: string }[] = []) =>
	checkModuleState(madeUpTree(files), allowed);

test("module-state: a let of the module fails, one inside a function and one in a test pass", () => {
	const tree = {
		"packages/ai/src/a.ts": "// let it be\nfunction next() {\n\tlet count = 0;\n}\n",
		"packages/ai/src/b.ts": "const kept = 1;\nlet payer: string | undefined;\n",
		"packages/ai/src/c.ts": "export let send = 1;\n",
		"packages/ai/src/c.test.ts": "let count = 0;\n",
	};
	expect(check(tree)).toEqual([
		{
			file: "packages/ai/src/b.ts",
			line: 2,
			message: "keeps payer in the module: give it to what owns it, or use once()",
		},
		{
			file: "packages/ai/src/c.ts",
			line: 1,
			message: "keeps send in the module: give it to what owns it, or use once()",
		},
	]);
});

test("module-state: a collection that is filled later fails; tables, and facts kept by the object they belong to, pass", () => {
	const source =
		"const seen = new Map<string, Set<string>>();\nexport const names: Set<string> = new Set();\n" +
		'const table = new Set(["a"]);\nconst facts = new WeakMap<object, string>();\n';
	expect(check({ "packages/ai/src/a.ts": source }).map(({ line }) => line)).toEqual([1, 2]);
});

test("module-state: a file with a reason passes and must leave the list once it keeps nothing", () => {
	const file = "packages/ai/src/a.ts";
	expect(check({ [file]: "let count = 0;\n" }, [{ file }])).toEqual([]);
	expect(check({}, [{ file }])).toEqual([
		{
			file: "scripts/architecture/module-state.data.ts",
			message: "packages/ai/src/a.ts keeps no state any more: remove its line",
		},
	]);
});
