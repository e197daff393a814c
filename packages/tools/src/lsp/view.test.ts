import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { type CallState, viewedOutput } from "../view/view.ts";
import type { LspDetails } from "./call/lsp-call.ts";
import { lspView } from "./view.ts";

const theme = { ...plainTheme, error: (text: string) => `!${text}`, warning: (text: string) => `~${text}` };
const options = { theme, expanded: false, width: 40 };
const done: LspDetails = { action: "references", success: true, serverName: "ts" };

const shown = (text: string, details: LspDetails = done, state: CallState = "done") =>
	lspView.result?.(viewedOutput({ content: [{ type: "text", text }], details }, state), options, {});

test("the title has the action and what it is about, on one line", () => {
	const titles = [
		{ action: "references", file: "src/a.ts", line: 3, symbol: "greet" },
		{ action: "rename", file: "src/a.ts", line: 3, symbol: "greet", new_name: "hail\u001b[31m\n" },
		{ action: "rename_file", file: "src/a.ts", new_name: "src/b.ts" },
		{ action: "symbols", file: "*", query: "gre" },
		{ action: "status" },
		{},
	].map((params) => lspView.title?.(params, options));
	expect(titles).toEqual([
		"LSP references: greet src/a.ts:3",
		"LSP rename: greet → hail␛[31m src/a.ts:3",
		"LSP rename file: src/a.ts → src/b.ts",
		"LSP symbols: gre *",
		"LSP status",
		"LSP",
	]);
});

test("errors and failures stand out, long results are folded", () => {
	const diagnostics =
		"1 error(s), 1 warning(s):\n# a.ts\n  1:9 [error] bad\n  2:1 [warning] odd\nno answer from x in 3 s";
	expect(shown(diagnostics)).toEqual([
		"1 error(s), 1 warning(s):",
		"# a.ts",
		"!  1:9 [error] bad",
		"~  2:1 [warning] odd",
		"!no answer from x in 3 s",
	]);
	expect(shown('Symbol "x" not found on line 3', { ...done, success: false })).toEqual([
		'!Symbol "x" not found on line 3',
	]);
	expect(shown("LSP hover timed out", undefined, "failed")).toEqual(["!LSP hover timed out"]);
	const many = Array.from({ length: 30 }, (_, line) => `  a.ts:${line}:1`).join("\n");
	expect(shown(many)).toHaveLength(11);
	expect(lspView.meta?.(viewedOutput({ content: [], details: done }, "done"), options, {})).toBe("ts");
});

test("an applied edit is shown as a diff, and counted", () => {
	const details = {
		...done,
		action: "rename" as const,
		diffs: [{ path: "a.ts", diff: "-1|let old;\n+1|let fresh;" }],
	};
	const text = "Applied rename:\n  Applied 1 edit(s) to a.ts\nLSP Diagnostics (1 error(s)):";
	expect(shown(text, details)).toEqual([
		"Applied rename:",
		"LSP Diagnostics (1 error(s)):",
		"a.ts ⟦+1/-1⟧",
		"-1│let old;",
		"+1│let fresh;",
	]);
	expect(lspView.changes?.(viewedOutput({ content: [], details }, "done"), {})).toEqual([
		{ path: "a.ts", added: 1, removed: 1 },
	]);
});
