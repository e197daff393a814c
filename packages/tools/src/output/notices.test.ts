import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { formatNotices } from "./notices.ts";
import type { Truncation } from "./output-meta.ts";

const counts = { totalLines: 1000, totalBytes: 9000, outputLines: 300, outputBytes: 2700 };
const head: Truncation = {
	direction: "head",
	truncatedBy: "lines",
	...counts,
	shownRange: { start: 1, end: 300 },
	nextOffset: 301,
};
const tail: Truncation = {
	direction: "tail",
	truncatedBy: "bytes",
	...counts,
	shownRange: { start: 801, end: 1000 },
	artifactId: "1",
};
const middle: Truncation = {
	direction: "middle",
	truncatedBy: "middle",
	...counts,
	totalLines: 20_001,
	headRange: { start: 1, end: 4720 },
	tailRange: { start: 15_283, end: 20_001 },
	elidedLines: 10_562,
	elidedBytes: 57_651,
	artifactId: "8",
};

verifies("tools-exec:shared:notices", () => {
	expect(formatNotices({ truncation: head })).toEqual(["[Showing lines 1-300 of 1000. Use :301 to continue]"]);
	expect(formatNotices({ truncation: { ...head, artifactId: "1" } })).toEqual([
		"[Showing lines 1-300 of 1000. Use :301 to continue. Full: artifact://1]",
	]);
	expect(formatNotices({ truncation: tail })).toEqual(["[Showing lines 801-1000 of 1000. Full: artifact://1]"]);
	expect(formatNotices({ truncation: middle })).toEqual([
		"[Showing lines 1-4720 and 15283-20001 of 20001; 10,562 middle lines (56.3KB) elided. Full: artifact://8]",
	]);
	expect(formatNotices({ limits: { columnTruncated: { maxColumn: 768 } } })).toEqual([
		"[Some lines truncated to 768 chars]",
	]);
	expect(formatNotices({ limits: { resultLimit: { reached: 5, suggestion: 10 } } })).toEqual([
		"[5 results limit reached. Use limit=10 for more]",
	]);
	expect(formatNotices({ diagnostics: { summary: "2 error(s)", messages: ["a.ts:1 one", "a.ts:2 two"] } })).toEqual([
		"LSP Diagnostics (2 error(s)):",
		"a.ts:1 one",
		"a.ts:2 two",
	]);
});

test("a total nobody counted is left out", () => {
	const { totalLines: _, ...uncounted } = head;
	expect(formatNotices({ truncation: uncounted })).toEqual(["[Showing lines 1-300. Use :301 to continue]"]);
});
