import { expect, test } from "bun:test";
import { fuzzyFind } from "./fuzzy-find.ts";

const paths = [
	"packages/tools/src/read/read.ts",
	"packages/tools/src/read/read-lines.ts",
	"packages/tools/src/registry.ts",
	"packages/agent/src/tools/tool.ts",
	"README.md",
	"docs/reading-list.md",
	"src/SessionLog.ts",
	"src/lib/",
];

const find = (query: string, limit = 3) =>
	fuzzyFind(query, paths, { text: (path) => path, limit }).map(({ item }) => item);

test.each([
	["read.ts", "packages/tools/src/read/read.ts"],
	["readme", "README.md"],
	["sl", "src/SessionLog.ts"],
	["regis", "packages/tools/src/registry.ts"],
	["agent tool", "packages/agent/src/tools/tool.ts"],
	["rdlines", "packages/tools/src/read/read-lines.ts"],
	["lib", "src/lib/"],
])("%s finds %s first", (query, path) => {
	expect(find(query)[0]).toBe(path);
});

test("letters out of order, or a word that is nowhere, find nothing", () => {
	expect([find("zzz"), find("emdaer"), find("read nowhere")]).toEqual([[], [], []]);
});

test("an empty query keeps the given order, up to the limit", () => {
	expect(fuzzyFind("", ["b", "a", "c"], { text: (text) => text, limit: 2 }).map(({ item }) => item)).toEqual([
		"b",
		"a",
	]);
});

test("equals keep the order they came in", () => {
	expect(fuzzyFind("x", ["x2", "x1"], { text: (text) => text, limit: 2 }).map(({ item }) => item)).toEqual([
		"x2",
		"x1",
	]);
});
