import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import { type CallState, viewedOutput } from "../view.ts";
import { searchView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };
const shown = (details: object, state: CallState = "done", text = "[a.ts#1A2B]\n*1:x") =>
	searchView.result?.(viewedOutput({ content: [{ type: "text", text }], details }, state), options, {});

test("the title says what is looked for and where", () => {
	expect(searchView.title?.({ pattern: "foo\nbar", path: "src" }, options)).toBe("🔍 Search: foo bar · in src");
	expect(searchView.title?.({}, options)).toBe("🔍 Search: ");
});

test("a result counts, and shows rows without anchors", () => {
	const displayContent = "# src/\n## a.ts\n*18|\tneedle\n 19|after\x1b[31m";
	expect(shown({ matchCount: 1, fileCount: 1, displayContent })).toEqual([
		"1 match · 1 file",
		"# src/",
		"## a.ts",
		"*18│   needle",
		" 19│after",
	]);
});

test("nothing found and a failure are one line each", () => {
	expect(shown({ matchCount: 0, fileCount: 0, displayContent: "No matches found" })).toEqual(["no matches"]);
	expect(shown({}, "failed", "Path not found: x")).toEqual(["Path not found: x"]);
});
