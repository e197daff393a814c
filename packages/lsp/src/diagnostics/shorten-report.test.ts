import { expect, test } from "bun:test";
import { maxReportChars, shortenReport } from "./shorten-report.ts";

const message = 'a "quoted" ] } [ { \\ text';
const item = (code: number) => ({ range: { start: { line: code, character: 0 } }, message, code, tags: [1] });
const many = Array.from({ length: 100_000 }, (_, code) => item(code));
const published = (params: object) =>
	JSON.stringify({ jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params });

test("of a very long report only the beginning is parsed, wherever the version is", () => {
	for (const params of [
		{ uri: "file:///a", version: 7, diagnostics: many },
		{ uri: "file:///a", diagnostics: many, version: 7 },
	]) {
		const short = shortenReport(published(params));
		expect(short.length).toBeLessThanOrEqual(maxReportChars + 100);
		const parsed = JSON.parse(short);
		const { diagnostics } = parsed.params;
		expect(diagnostics.length).toBeGreaterThan(2000);
		expect(parsed).toEqual({
			jsonrpc: "2.0",
			method: "textDocument/publishDiagnostics",
			params: { uri: "file:///a", version: 7, diagnostics: many.slice(0, diagnostics.length) },
		});
	}
});

test("the answer to a pull is shortened, too", () => {
	const answer = JSON.stringify({ jsonrpc: "2.0", id: 3, result: { kind: "full", resultId: "x", items: many } });
	const { result } = JSON.parse(shortenReport(answer));
	expect(result).toEqual({ kind: "full", resultId: "x", items: many.slice(0, result.items.length) });
});

test("short reports and other long messages are left as they are", () => {
	const long = "x".repeat(maxReportChars + 1);
	const texts = [
		published({ uri: "file:///a", diagnostics: many.slice(0, 10) }),
		JSON.stringify({ jsonrpc: "2.0", id: 1, result: { isIncomplete: false, items: many } }),
		published({ uri: "file:///a", diagnostics: [], data: long }),
		published({ uri: "file:///a", diagnostics: [{ message: long }] }),
	];
	for (const text of texts) expect(shortenReport(text) === text).toBe(true);
});
