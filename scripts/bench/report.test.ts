import { expect, test } from "bun:test";
import { isBroken, report } from "./report.ts";

test("bench report: a table with verdicts, and notes below", () => {
	const figures = [
		{ name: "baseline", value: 3.44, unit: "ms" as const },
		{ name: "version", value: 12.5, unit: "ms" as const, limit: 35, notes: ["loaded for --version:", "  main.ts"] },
		{ name: "on disk", value: 251.4, unit: "MB" as const, limit: 250 },
	];
	expect(report(figures)).toBe(
		[
			"figure      value     limit",
			"baseline   3.4 ms",
			"version   12.5 ms   ≤ 35 ms  ✓",
			"on disk    251 MB  ≤ 250 MB  ✗ too much",
			"",
			"loaded for --version:",
			"  main.ts",
		].join("\n"),
	);
});

test("bench report: a limit is broken above it and when there is no number", () => {
	const figure = { name: "x", unit: "ms" as const, limit: 10 };
	expect([10, 10.1, Number.NaN].map((value) => isBroken({ ...figure, value }))).toEqual([false, true, true]);
	expect(isBroken({ name: "x", unit: "ms", value: 1e9 })).toBe(false);
});
