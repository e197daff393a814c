import { expect, test } from "bun:test";
import { checkFolderSize } from "./folder-size.ts";
import { madeUpTree } from "./made-up-tree.ts";

const filesIn = (folder: string, count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, ""]));
const check = (files: Record<string, string>, lists: readonly { folder: string }[] = []) =>
	checkFolderSize(madeUpTree(files), lists);

test("folder-size: 20 files pass, 21 fail; subfolders and scripts do not count", () => {
	const tree = {
		...filesIn("packages/ai/src/auth", 20),
		...filesIn("packages/ai/src/auth/flows", 20),
		...filesIn("packages/ai/src/models", 21),
		...filesIn("scripts/bench", 21),
	};
	expect(check(tree)).toEqual([
		{ file: "packages/ai/src/models", message: "holds 21 files, 20 are allowed: group them in subfolders" },
	]);
});

test("folder-size: a list of like things passes and must leave the list once it is short", () => {
	const folder = "packages/ai/src/providers";
	expect(check(filesIn(folder, 60), [{ folder }])).toEqual([]);
	expect(check(filesIn(folder, 20), [{ folder }])).toEqual([
		{
			file: "scripts/architecture/folder-size.data.ts",
			message: "packages/ai/src/providers holds no more than 20 files: remove its line",
		},
	]);
});
