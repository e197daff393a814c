import { expect, test } from "bun:test";
import type { Diagnostic } from "vscode-languageserver-types";
import { dedupeDiagnostics, diagnosticLine, sortDiagnostics, summarizeDiagnostics } from "./format-diagnostics.ts";

function problem(line: number, message: string, more: Partial<Diagnostic> = {}): Diagnostic {
	return { range: { start: { line, character: 8 }, end: { line, character: 9 } }, message, ...more };
}

test("diagnostics are counted by severity, and nothing is OK", () => {
	const list = [problem(0, "a"), problem(1, "b", { severity: 2 }), problem(2, "c", { severity: 1 })];
	expect(summarizeDiagnostics(list)).toBe("2 error(s), 1 warning(s)");
	expect(summarizeDiagnostics([problem(0, "x", { severity: 4 }), problem(0, "y", { severity: 3 })])).toBe(
		"1 info(s), 1 hint(s)",
	);
	expect(summarizeDiagnostics([])).toBe("OK");
});

test("a diagnostic is one line, whatever its message holds", () => {
	const found = problem(0, "Type 'a'\n  is not\u001b[31m 'b'.", { source: "ts", code: 2322 });
	expect(diagnosticLine(undefined, found)).toBe("  1:9 [error] [ts] Type 'a' is not [31m 'b'. (2322)");
	expect(diagnosticLine("src/a.ts", problem(4, "m", { severity: 2 }))).toBe("src/a.ts:5:9 [warning] m");
	expect(diagnosticLine(undefined, problem(0, "x".repeat(5000)))).toHaveLength(1015);
});

test("diagnostics are ordered by severity and place, and the same one of two servers is shown once", () => {
	const [late, early, warning] = [problem(9, "a"), problem(1, "b"), problem(0, "c", { severity: 2 })];
	expect(sortDiagnostics([warning, late, early])).toEqual([early, late, warning]);
	expect(dedupeDiagnostics([late, { ...late, source: "other" }, early])).toEqual([late, early]);
});
