import { expect, test } from "bun:test";
import { isBroken, lowest, report } from "./report.ts";

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

test("bench report: of several measurements the lowest counts, and all are shown", () => {
	const figure = (name: string, value: number) => ({ name, value, unit: "ms" as const, limit: 10 });
	const twice = lowest([figure("a", 12), figure("b", 8)], [figure("a", 9), figure("b", 9)]);
	const figures = lowest(twice, [figure("a", 11), figure("b", 7), figure("c", 5)]);
	expect(report(figures).split("\n").slice(1)).toEqual([
		"a       9.0 ms  ≤ 10 ms  ✓ (also measured: 12.0, 11.0)",
		"b       7.0 ms  ≤ 10 ms  ✓ (also measured: 9.0, 8.0)",
		"c       5.0 ms  ≤ 10 ms  ✓",
	]);
	expect(lowest([figure("a: not measured", Number.NaN)], [figure("a", 3)])).toEqual([figure("a", 3)]);
});
