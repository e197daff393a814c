import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { astGrepView } from "../ast-grep/view.ts";
import { resolveView } from "../resolve/view.ts";
import { type CallState, type ToolView, viewedOutput } from "../view/view.ts";
import { astEditView } from "./view.ts";

const options = { theme: plainTheme, expanded: false, width: 80 };
const shown = (view: ToolView, text: string, details?: object, state: CallState = "done") =>
	view.result?.(viewedOutput({ content: [{ type: "text", text }], details }, state), options, {});

test("ast_edit shows its proposal as a diff", () => {
	const details = { totalReplacements: 1, filesTouched: 1, displayContent: "# a.ts (1 replacement)\n-1|f(1)\n+1|g(1)" };
	expect(astEditView.title?.({ ops: [{ pat: "f($A)", out: "g($A)" }] }, options)).toBe("AST Edit: f($A)");
	const meta = (given: object) =>
		astEditView.meta?.(viewedOutput({ content: [], details: given }, "done"), options, {});
	expect(meta(details)).toBe("⟦proposed⟧ 1 replacement · 1 file");
	expect(shown(astEditView, "", details)).toEqual(["a.ts (1 replacement)", "-1│f(1)", "+1│g(1)"]);
	const diffs = [{ path: "a.ts", count: 1, diff: "-1|f(1)\n+1|g(1)" }];
	expect(shown(astEditView, "", { ...details, diffs })).toEqual(["a.ts (1 replacement)", "-1│f(1)", "+1│g(1)"]);
	const nothing = { ...details, totalReplacements: 0, filesTouched: 0, displayContent: "" };
	expect([meta(nothing), shown(astEditView, "No replacements made", nothing)]).toEqual([
		"0 replacements · 0 files",
		[],
	]);
});

test("ast_grep shows how much it found and where", () => {
	expect(astGrepView.title?.({ pat: "f($A)" }, options)).toBe("AST Grep: f($A)");
	const details = { matchCount: 1, fileCount: 1, displayContent: "# a.ts\n*1|f(1)" };
	expect(astGrepView.meta?.(viewedOutput({ content: [], details }, "done"), options, { path: "src" })).toBe(
		"1 match · 1 file · in src",
	);
	expect(shown(astGrepView, "", details)).toEqual(["└─ a.ts", "   └─ *1│f(1)"]);
	expect(shown(astGrepView, "Path not found: x", undefined, "failed")).toEqual(["Path not found: x"]);
});

test("resolve says what was decided", () => {
	expect(resolveView.title?.({ action: "apply", reason: "looks right" }, options)).toBe("Resolve: apply · looks right");
	expect(
		shown(resolveView, "Applied 1 replacement in 1 file.", { label: "AST Edit: 1 replacement in 1 file" }),
	).toEqual(["AST Edit: 1 replacement in 1 file", "Applied 1 replacement in 1 file."]);
});

test("titles are one line, whatever the model wrote", () => {
	const pat = "if ($C) {\n\t$$$\n}\u001b[31m";
	expect([
		astEditView.title?.({ ops: [{ pat, out: "" }] }, options),
		astGrepView.title?.({ pat }, options),
		resolveView.title?.({ action: "discard", reason: "two\nlines" }, options),
	]).toEqual(["AST Edit: if ($C) { $$$ }␛[31m", "AST Grep: if ($C) { $$$ }␛[31m", "Resolve: discard · two lines"]);
});
