import { expect, test } from "bun:test";
import { checkFolderCycles } from "./folder-cycles.ts";
import { madeUpTree } from "./made-up-tree.ts";

const importing = (...paths: string[]) =>
	paths.map((path, index) => `import type { X${index} } from "${path}";\n`).join("");
const using = (...paths: string[]) => paths.map((path) => `import "${path}";\n`).join("");
const check = (files: Record<string, string>, known: readonly string[] = []) =>
	checkFolderCycles(madeUpTree(files), known);

test("folder-cycles: folders that import each other through different files form a cycle", () => {
	const tree = {
		"packages/ai/src/auth/a.ts": importing("../models/b.ts"),
		"packages/ai/src/auth/other.ts": "",
		"packages/ai/src/models/b.ts": "",
		"packages/ai/src/models/deep/c.ts": importing("../../auth/other.ts"),
	};
	expect(check(tree)).toEqual([
		{
			file: "packages/ai/src",
			message:
				"has an import cycle:\n" +
				"    packages/ai/src/auth/a.ts:1 → packages/ai/src/models/b.ts\n" +
				"    packages/ai/src/models/deep/c.ts:1 → packages/ai/src/auth/other.ts",
		},
	]);
});

test("folder-cycles: a file and a folder beside it, and two files of one folder, form cycles too", () => {
	const tree = {
		"packages/ai/src/auth.ts": importing("./auth/a.ts"),
		"packages/ai/src/auth/a.ts": importing("../auth.ts"),
		"packages/tui/src/keys/one.ts": using("./two.ts"),
		"packages/tui/src/keys/two.ts": using("./one.ts"),
	};
	expect(check(tree).map(({ file }) => file)).toEqual(["packages/ai/src", "packages/tui/src/keys"]);
});

test("folder-cycles: the files of a folder are one part, and each of its subfolders another", () => {
	const tree = {
		"packages/ai/src/models/registry.ts": importing("./discovery/discover.ts"),
		"packages/ai/src/models/model.ts": "",
		"packages/ai/src/models/discovery/discover.ts": importing("../model.ts"),
	};
	expect(check(tree).map(({ file }) => file)).toEqual(["packages/ai/src/models"]);
	const apart = {
		"packages/ai/src/models/registry.ts": importing("./discovery/discover.ts", "./contract/model.ts"),
		"packages/ai/src/models/contract/model.ts": "",
		"packages/ai/src/models/discovery/discover.ts": importing("../contract/model.ts"),
	};
	expect(check(apart)).toEqual([]);
});

test("folder-cycles: the shortest cycle is reported", () => {
	const tree = {
		"packages/ai/src/a.ts": using("./b.ts"),
		"packages/ai/src/b.ts": using("./c.ts"),
		"packages/ai/src/c.ts": using("./a.ts", "./d.ts"),
		"packages/ai/src/d.ts": using("./c.ts"),
	};
	const [violation] = check(tree);
	expect(violation?.message.split("\n").slice(1)).toEqual([
		"    packages/ai/src/c.ts:2 → packages/ai/src/d.ts",
		"    packages/ai/src/d.ts:1 → packages/ai/src/c.ts",
	]);
});

test("folder-cycles: two files of one folder may share types in both directions", () => {
	const tree = {
		"packages/ai/src/tool.ts": `const run = async () => (await import("./execute.ts")).run;\n`,
		"packages/ai/src/execute.ts": importing("./tool.ts"),
	};
	expect(check(tree)).toEqual([]);
});

test("folder-cycles: tests and testing folders do not count, nor does one direction", () => {
	const tree = {
		"packages/ai/src/auth/a.ts": importing("../models/b.ts"),
		"packages/ai/src/models/b.ts": "",
		"packages/ai/src/models/b.test.ts": importing("../auth/a.ts"),
		"packages/ai/src/models/testing/c.ts": importing("../../auth/a.ts"),
	};
	expect(check(tree)).toEqual([]);
});

test("folder-cycles: a known cycle passes and must leave the list once it is gone", () => {
	const tree = {
		"packages/ai/src/a.ts": using("./b.ts"),
		"packages/ai/src/b.ts": using("./a.ts"),
	};
	expect(check(tree, ["packages/ai/src"])).toEqual([]);
	expect(check({}, ["packages/ai/src"])).toEqual([
		{
			file: "scripts/architecture/folder-cycles.data.ts",
			message: "packages/ai/src has no import cycle any more: remove its line",
		},
	]);
});
