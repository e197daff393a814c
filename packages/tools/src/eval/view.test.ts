import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { viewedOutput } from "../view/view.ts";
import { evalView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };
const cell = { index: 0, code: "1 + 1", language: "python", output: "2", status: "complete", durationMs: 64 };
const shown = (cells: readonly object[], more: object = {}) =>
	evalView.result?.(viewedOutput({ content: [], details: { cells, ...more } }, "done"), options, {});

test("a call is its code under a name", () => {
	const cells = [
		{ language: "py" as const, code: "import os\n\tos.getcwd()", title: "look around" },
		{ language: "js" as const, code: "2" },
	];
	expect(evalView.title?.({ cells }, options)).toBe("look around · 2 cells");
	expect(evalView.call?.({ cells }, options)).toEqual(["import os", "   os.getcwd()", "", "2"]);
	expect(evalView.title?.({ cells: [{ language: "js", code: "a()\nb()" }] }, options)).toBe("a() …");
	expect(evalView.title?.({}, options)).toBe("");
	expect(evalView.title?.({ cells: [{}] } as never, options)).toBe("");
});

test("a result is what each cell has shown and how long that took", () => {
	expect(shown([cell])).toEqual(["2"]);
	expect(evalView.meta?.(viewedOutput({ content: [], details: { cells: [cell] } }, "done"), options, {})).toBe(
		"· (64ms)",
	);
	expect(evalView.icon?.({}, plainTheme)).toBe("🐍");
	const failed = { ...cell, index: 1, title: "boom", status: "error", output: "Error: no", durationMs: 1500 };
	const pending = { ...cell, index: 2, status: "pending", output: "", durationMs: undefined };
	expect(shown([cell, failed, pending])).toEqual([
		"1 1 + 1 · (64ms)",
		"2",
		"2 boom · (1.5s)",
		"Error: no",
		"3 1 + 1 · pending",
	]);
});

test("pictures are counted and escape sequences do nothing", () => {
	const image = { type: "image" as const, data: "", mimeType: "image/png" };
	const details = { cells: [{ ...cell, output: "\x1b[31mred" }] };
	const output = viewedOutput({ content: [{ type: "text", text: "" }, image], details }, "done");
	const rows = evalView.result?.(output, options, {}) ?? [];
	expect(rows.at(-1)).toBe("[1 image]");
	expect(rows.join("")).not.toContain("\x1b");
});
