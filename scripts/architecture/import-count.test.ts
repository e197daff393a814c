import { expect, test } from "bun:test";
import { checkImportCount } from "./import-count.ts";
import { madeUpTree } from "./made-up-tree.ts";

const importing = (count: number) =>
	Array.from({ length: count }, (_, index) => `import "./file-${index}.ts";\n`).join("");
const check = (files: Record<string, string>, lists: readonly { file: string }[] = []) =>
	checkImportCount(madeUpTree(files), lists);

test("import-count: 25 own modules pass, 26 fail; packages, built-in modules and tests do not count", () => {
	const tree = {
		"packages/ai/src/a.ts": `import "node:fs";\nimport "zod";\n${importing(25)}`,
		"packages/ai/src/b.ts": `import "@oh-my-pi/pi-utils/abort";\n${importing(25)}`,
		"packages/ai/src/b.test.ts": importing(30),
	};
	expect(check(tree)).toEqual([
		{
			file: "packages/ai/src/b.ts",
			message: "imports 26 own modules, 25 are allowed: move a part out that needs some of them",
		},
	]);
});

test("import-count: a list passes and must leave the lists once it is short", () => {
	const file = "packages/ai/src/list.ts";
	expect(check({ [file]: importing(26) }, [{ file }])).toEqual([]);
	expect(check({ [file]: importing(25) }, [{ file }])).toEqual([
		{
			file: "scripts/architecture/import-count.data.ts",
			message: "packages/ai/src/list.ts imports no more than 25 own modules: remove its line",
		},
	]);
});
