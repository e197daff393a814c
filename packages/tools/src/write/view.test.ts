import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { viewedOutput } from "../view/view.ts";
import { writeView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };

test("a written file is its first lines, numbered, and all of them when expanded", () => {
	const content = Array.from({ length: 9 }, (_, index) => `\tline ${index + 1}\n`).join("");
	expect(writeView.title?.({ path: "a.ts", content }, options)).toBe("Write: a.ts · 9 lines");
	expect(writeView.call?.({ path: "a.ts", content }, options)).toEqual([
		"1│   line 1",
		"2│   line 2",
		"3│   line 3",
		"4│   line 4",
		"5│   line 5",
		"6│   line 6",
		"… 3 more lines ⟦Ctrl+O: Expand⟧",
	]);
	expect(writeView.call?.({ content }, { ...options, expanded: true })).toHaveLength(9);
	expect([writeView.title?.({}, options), writeView.call?.({}, options)]).toEqual(["Write:  · 0 lines", []]);
});

test("a result only adds what the call does not show", () => {
	const shown = (text: string, state: "done" | "failed" = "done", details: object = {}) =>
		writeView.result?.(viewedOutput({ content: [{ type: "text", text }], details }, state), options, {});
	expect(shown("[a#1234]\nSuccessfully wrote 3 bytes to a")).toEqual([]);
	expect(shown("Successfully wrote 3 bytes to a", "done", { madeExecutable: true })).toEqual([
		"[Notice: Made executable via chmod +x]",
	]);
	const diagnostics = { summary: "1 error(s)", messages: ["a:1 no"] };
	expect(shown("Successfully wrote 3 bytes to a", "done", { notes: ["Note: stripped."], diagnostics })).toEqual([
		"Note: stripped.",
		"LSP Diagnostics (1 error(s)):",
		"a:1 no",
	]);
	expect(shown("Cannot write a", "failed")).toEqual(["Cannot write a"]);
});

test("while it is written, the last lines are shown, and how many there are", () => {
	const content = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join("\n");
	const streaming = { ...options, streaming: true };
	expect(writeView.title?.({ path: "a.ts", content }, streaming)).toBe("Write: a.ts · 12 lines … (streaming)");
	expect(writeView.call?.({ content }, streaming)).toEqual([
		" 7│line 7",
		" 8│line 8",
		" 9│line 9",
		"10│line 10",
		"11│line 11",
		"12│line 12",
	]);
	expect(writeView.call?.({ content: "one\ntwo\n" }, streaming)).toEqual(["1│one", "2│two"]);
	expect(writeView.call?.({ content: "\n\nx" }, streaming)).toEqual(["1│", "2│", "3│x"]);
	expect(writeView.call?.({}, streaming)).toEqual([]);
});
