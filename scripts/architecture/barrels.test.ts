import { expect, test } from "bun:test";
import { checkBarrels } from "./barrels.ts";
import { madeUpTree } from "./made-up-tree.ts";

test("barrels: an index with only re-exports fails", () => {
	const tree = madeUpTree({
		"packages/ai/src/index.ts": `// all of it\nexport * from "./a.ts";\nexport { b, type C } from "./b.ts";\nexport type { D } from "./d.ts";\n`,
	});
	expect(checkBarrels(tree)).toEqual([
		{ file: "packages/ai/src/index.ts", message: "has only re-exports: import things where they are" },
	]);
});

test("barrels: an index with code of its own passes", () => {
	const tree = madeUpTree({
		"packages/ai/src/index.ts": `import { a } from "./a.ts";\nexport { b } from "./b.ts";\nexport const c = a;\n`,
	});
	expect(checkBarrels(tree)).toEqual([]);
});
