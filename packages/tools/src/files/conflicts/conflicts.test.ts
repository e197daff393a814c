import { expect, test } from "bun:test";
import { ConflictIndex } from "./conflict-index.ts";
import { conflictScheme, parseConflictUrl } from "./conflict-url.ts";
import { scanConflicts } from "./scan-conflicts.ts";

const twoWay = ["<<<<<<< HEAD", "ours 1", "ours 2", "=======", "theirs", ">>>>>>> feature"];
const threeWay = ["<<<<<<< HEAD", "ours", "||||||| 1a2b3c", "base", "=======", ">>>>>>> feature"];
const { signal } = new AbortController();

test("blocks of both kinds are found with their sides and places", () => {
	expect(scanConflicts(["before", ...twoWay, "between", ...threeWay, "after"])).toEqual([
		{
			startLine: 2,
			endLine: 7,
			oursLabel: "HEAD",
			theirsLabel: "feature",
			ours: ["ours 1", "ours 2"],
			theirs: ["theirs"],
			lines: twoWay,
		},
		{
			startLine: 9,
			endLine: 14,
			oursLabel: "HEAD",
			theirsLabel: "feature",
			ours: ["ours"],
			base: ["base"],
			theirs: [],
			lines: threeWay,
		},
	]);
});

test.each([
	["a heading underline", ["Title", "=======", "text"]],
	["a block that never ends", ["<<<<<<< HEAD", "ours", "=======", "theirs"]],
	["an end without a beginning", ["=======", ">>>>>>> feature"]],
	["markers of another length", ["<<<<<<<< HEAD", "========", ">>>>>>>> feature"]],
])("%s is no conflict", (_what, lines) => {
	expect(scanConflicts(lines)).toEqual([]);
});

test("a conflict keeps its number when lines above it change, and twins are told apart", () => {
	const index = new ConflictIndex();
	const ids = (lines: string[]) => index.register("/a", scanConflicts(lines)).map(({ id }) => id);
	expect(ids([...twoWay, ...threeWay])).toEqual([1, 2]);
	expect(ids(["new line", ...threeWay])).toEqual([2]);
	expect(ids([...threeWay, ...threeWay])).toEqual([2, 3]);
	expect(index.register("/b", scanConflicts(twoWay)).map(({ id }) => id)).toEqual([4]);
	expect(index.find(2)?.block.startLine).toBe(1);
});

test("a conflict is shown whole or by its sides", async () => {
	const index = new ConflictIndex();
	index.register("/w/a.ts", scanConflicts([...twoWay, ...threeWay]));
	const scheme = conflictScheme(index, (path) => path.slice(3));
	const read = async (url: string) => (await scheme.resolve(url, { signal })).text;
	expect(await read("conflict://1")).toBe(["#1  a.ts:1-6", ...twoWay].join("\n"));
	expect(await read("conflict://1/ours")).toBe("ours 1\nours 2");
	expect(await read("conflict://1/theirs")).toBe("theirs");
	expect(await read("conflict://1/both")).toBe("ours 1\nours 2\ntheirs");
	expect(await read("conflict://2/base")).toBe("base");
	await expect(read("conflict://1/base")).rejects.toThrow("Conflict 1 has no base");
	await expect(read("conflict://9")).rejects.toThrow("Conflict 9 not found. Known: 1, 2");
	await expect(read("conflict://*")).rejects.toThrow("conflict://* can only be written");
});

test("addresses are read leniently and wrong ones refused", () => {
	expect(parseConflictUrl("conflict://12/OURS")).toEqual({ id: 12, side: "ours" });
	expect(parseConflictUrl("conflict://*")).toEqual({ id: "*" });
	expect(() => parseConflictUrl("conflict://x")).toThrow("'conflict://x' names no conflict");
});
