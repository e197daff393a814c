import { expect, test } from "bun:test";
import { checkFileLength } from "./file-length.ts";
import { madeUpTree } from "./made-up-tree.ts";

const lines = (count: number) => "x;\n".repeat(count);

test("file-length: 400 lines pass, 401 fail", () => {
	const tree = madeUpTree({ "packages/ai/src/a.ts": lines(400), "packages/ai/src/b.ts": lines(401) });
	expect(checkFileLength(tree)).toEqual([
		{
			file: "packages/ai/src/b.ts",
			message: "has 401 lines, 400 are allowed: move its second idea out, with its state and tests",
		},
	]);
});

test("file-length: tests may have 600 lines; tables and generated files any number", () => {
	const tree = madeUpTree({
		"packages/ai/src/a.test.ts": lines(600),
		"packages/ai/src/b.test.ts": lines(601),
		"packages/ai/src/a.data.ts": lines(900),
		"packages/ai/src/a.generated.ts": lines(900),
	});
	expect(checkFileLength(tree).map(({ file }) => file)).toEqual(["packages/ai/src/b.test.ts"]);
});
