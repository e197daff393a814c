import { expect, test } from "bun:test";
import { parseUserRun, userRunLanguage, withoutRunMark } from "./parse-user-run.ts";

test.each([
	["!ls -la", { language: "bash", text: "ls -la", isPrivate: false }],
	["!! cat secrets", { language: "bash", text: "cat secrets", isPrivate: true }],
	["$ x = 1\nprint(x)", { language: "python", text: "x = 1\nprint(x)", isPrivate: false }],
	["$$ key", { language: "python", text: "key", isPrivate: true }],
	["$   if x:\n\ty()", { language: "python", text: "if x:\n\ty()", isPrivate: false }],
	["$HOME is where?", undefined],
	["$5 for it", undefined],
	["$", undefined],
	["$ ", undefined],
	["!", undefined],
	["say !ls", undefined],
] as const)("%p is run or left alone", (line, expected) => {
	expect<unknown>(parseUserRun(line)).toEqual(expected);
});

test("the editor knows what it is about to run", () => {
	const drafts = ["!", "!ls", "$ x", "$$ x", "$HOME", "$", "x", ""];
	expect(drafts.map(userRunLanguage)).toEqual([
		"bash",
		"bash",
		"python",
		"python",
		undefined,
		undefined,
		undefined,
		undefined,
	]);
});

test("a command becomes a prompt again without its mark", () => {
	const drafts = ["!", "!! ls", "$ x = 1", "$$ x\ny", "$HOME", "x"];
	expect(drafts.map(withoutRunMark)).toEqual(["", "ls", "x = 1", "x\ny", undefined, undefined]);
});
