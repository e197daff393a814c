import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { type CallState, viewedOutput } from "../view/view.ts";
import { searchView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };
const shown = (details: object, state: CallState = "done", text = "[a.ts#1A2B]\n*1:x", expanded = false) =>
	searchView.result?.(
		viewedOutput({ content: [{ type: "text", text }], details }, state),
		{ ...options, expanded },
		{},
	);

const meta = (details: object | undefined, path?: string) =>
	searchView.meta?.(viewedOutput({ content: [], details }, "done"), options, { path });

test("the title says what is looked for, and what came of it where", () => {
	expect(searchView.title?.({ pattern: "foo\nbar" }, options)).toBe("Search: foo bar");
	expect(searchView.title?.({}, options)).toBe("Search: ");
	expect([
		meta({ matchCount: 1, fileCount: 1 }, "src"),
		meta({ matchCount: 5, fileCount: 2 }),
		meta(undefined, "src"),
	]).toEqual(["1 match · 1 file · in src", "5 matches · 2 files", "in src"]);
});

test("a result is a tree of files with their matches, and when expanded with what is around them", () => {
	const displayContent = "# src/\n## a.ts\n*18|\tneedle\n 19|after\x1b[31m\n\n# b.ts\n*1|needle";
	const details = { matchCount: 2, fileCount: 2, displayContent };
	expect(shown(details)).toEqual(["├─ src/a.ts", "│  └─ *18│   needle", "└─ b.ts", "   └─ *1│needle"]);
	expect(shown(details, "done", "", true)?.slice(0, 3)).toEqual([
		"├─ src/a.ts",
		"│  ├─ *18│   needle",
		"│  └─  19│after",
	]);
});

test("a search in one file names the file", () => {
	const displayContent = "[src/one.ts]\n 4|line 4\n*5|needle";
	expect(shown({ matchCount: 1, fileCount: 1, displayContent })).toEqual(["└─ src/one.ts", "   └─ *5│needle"]);
});

test("many matches are folded by file and by match", () => {
	const file = (name: string) =>
		[`# ${name}`, ...Array.from({ length: 6 }, (_, index) => `*${index + 1}|x`)].join("\n");
	const displayContent = ["a.ts", "b.ts", "c.ts", "d.ts"].map(file).join("\n\n");
	expect(shown({ matchCount: 24, fileCount: 4, displayContent })).toEqual([
		"├─ a.ts",
		"│  ├─ *1│x",
		"│  ├─ *2│x",
		"│  ├─ *3│x",
		"│  └─ … 3 more matches ⟦Ctrl+O: Expand⟧",
		"└─ b.ts",
		"   ├─ *1│x",
		"   ├─ *2│x",
		"   ├─ *3│x",
		"   └─ … 3 more matches ⟦Ctrl+O: Expand⟧",
		"… 2 more files ⟦Ctrl+O: Expand⟧",
	]);
});

test("nothing found takes no rows and a failure is told", () => {
	expect(shown({ matchCount: 0, fileCount: 0, displayContent: "No matches found" })).toEqual([]);
	expect(shown({}, "failed", "Path not found: x")).toEqual(["Path not found: x"]);
});
