import { expect, test } from "bun:test";
import { checkedDiagnostics } from "./checked-diagnostics.ts";

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 3 } };

test("what is no diagnostic is left out, and the rest is made sure of", () => {
	const items = [
		{ range, message: "plain", severity: 2, code: "x", source: "s", tags: [1] },
		{ range, message: { kind: "markdown", value: "rich" } },
		{ range, message: "odd severity", severity: 9 },
		{ range: { start: { line: -1, character: 0 }, end: range.end }, message: "negative" },
		{ range: { start: { line: "1", character: 0 }, end: range.end }, message: "text" },
		{ message: "nowhere" },
		{ range },
		null,
		"text",
	];
	expect(checkedDiagnostics(items)).toEqual([
		{ range, message: "plain", severity: 2, code: "x", source: "s", tags: [1] },
		{ range, message: "rich", severity: 1 },
		{ range, message: "odd severity", severity: 1 },
	]);
	expect([checkedDiagnostics("x"), checkedDiagnostics(undefined)]).toEqual([[], []]);
	expect(checkedDiagnostics([{ range, message: "x".repeat(100_000) }])[0]?.message).toHaveLength(10_000);
});

test("of very many the most severe are kept", () => {
	const many = Array.from({ length: 50_000 }, (_, code) => ({
		range,
		message: "m",
		code,
		severity: code === 49_999 ? 1 : 3,
	}));
	const kept = checkedDiagnostics(many);
	expect([kept.length, kept[0]?.code, kept[1]?.code]).toEqual([2000, 49_999, 0]);
});
