import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import { DismissedFindings } from "./dismissed-findings.ts";
import { type Finding, readFinding } from "./finding.ts";
import { mergeFindings } from "./merge-findings.ts";
import { placeFinding } from "./place-finding.ts";
import { areSimilar } from "./title-words.ts";
import { decideVerdict } from "./verdict.ts";

const reported = (more: object = {}) => {
	const fields = { title: "It crashes", body: "b", priority: "P1", confidence: 0.5, file_path: "a.ts", line_start: 2 };
	const finding = readFinding({ ...fields, ...more });
	if (!finding) throw new Error("no finding");
	return finding;
};

const diff = [
	"diff --git a/old.ts b/a.ts",
	"similarity index 80%",
	"rename from old.ts",
	"rename to a.ts",
	"--- a/old.ts",
	"+++ b/a.ts",
	"@@ -10,3 +10,4 @@",
	" before",
	"-gone",
	"+  added = 1",
	"+more",
	" after",
	"diff --git a/gone.ts b/gone.ts",
	"deleted file mode 100644",
	"--- a/gone.ts",
	"+++ /dev/null",
	"@@ -1,2 +0,0 @@",
	"-one",
	"-two",
	"",
].join("\n");
const change = {
	root: "/repo",
	files: parseDiff(diff),
	lineCount: async (path: string) => (path === "a.ts" ? 40 : undefined),
};
const place = (more: object, places = change) => placeFinding(reported(more), places);

test("readFinding: fields of tool calls, results and JSON are read, numbers are clamped, rubbish is refused", () => {
	expect(
		readFinding({ title: " A\nb ", file: "x", severity: "critical", line: 3, endLine: 2, confidence: "80" }),
	).toEqual({
		...{ title: "A b", body: "", file: "x", priority: "P0", line: 3, endLine: 3, confidence: 0.8 },
	});
	expect(reported({ priority: 7, confidence: -3, line_start: -5 })).toMatchObject({
		priority: "P3",
		confidence: 0,
		line: 1,
	});
	expect(reported({ priority: "urgent", confidence: Number.NaN })).toMatchObject({ priority: "P2", confidence: 0.5 });
	for (const value of [null, 3, "text", [], {}, { title: "x" }, { file_path: "x" }])
		expect(readFinding(value)).toBeUndefined();
});

test("placeFinding: paths of models lead to the file of the change, also by its name before a rename", async () => {
	for (const path of ["a.ts", "./a.ts", "b/a.ts", "/repo/a.ts", "old.ts"]) {
		expect(await place({ file_path: path, line_start: 11 })).toMatchObject({ file: "a.ts", line: 11, inChange: true });
	}
	expect(await place({ file_path: "other.ts" })).toMatchObject({ file: "other.ts", inChange: false });
});

test("placeFinding: a line that the file does not have is moved to the nearest changed one and marked", async () => {
	expect(await place({ line_start: 30 })).toMatchObject({ line: 30, endLine: 30 });
	expect(await place({ line_start: 12, line_end: 900 })).toMatchObject({ line: 12, endLine: 40 });
	expect(await place({ line_start: 500 })).toMatchObject({ line: 12, movedFrom: 500 });
	const unknown = { ...change, lineCount: async () => undefined };
	expect(await place({ line_start: 3 }, unknown)).toMatchObject({ line: 11, movedFrom: 3 });
	expect(await place({ file_path: "gone.ts", line_start: 2 })).toMatchObject({
		file: "gone.ts",
		line: 1,
		movedFrom: 2,
	});
});

test("a fingerprint depends on the file, the line's text and the words of the title, not on the line's number", async () => {
	const { fingerprint } = await place({ line_start: 11 });
	const moved = parseDiff(diff.replace("@@ -10,3 +10,4 @@", "@@ -20,3 +20,4 @@"));
	expect((await place({ line_start: 21, title: "it crashed" }, { ...change, files: moved })).fingerprint).toBe(
		fingerprint,
	);
	expect((await place({ line_start: 12 })).fingerprint).not.toBe(fingerprint);
	expect((await place({ line_start: 11, title: "Wrong sum" })).fingerprint).not.toBe(fingerprint);
});

test("mergeFindings: near lines with similar titles are one finding; the rest is ranked", async () => {
	const findings = await Promise.all([
		place({ line_start: 12, title: "Null crashes the parser", confidence: 0.3, priority: "P2" }),
		place({
			line_start: 13,
			title: "The parser crashed for null",
			body: "longer body",
			confidence: 0.8,
			priority: "P1",
		}),
		place({ line_start: 12, title: "Wrong sum", priority: "P1", confidence: 0.9 }),
		place({ line_start: 40, title: "Null crashes the parser", priority: "P3" }),
		place({ line_start: 11, title: "Data is lost", priority: "P0", confidence: 0.1 }),
	]);
	const shown = ({ priority, title, line, confidence, reports }: Finding) => [
		priority,
		title,
		line,
		confidence,
		reports,
	];
	expect(mergeFindings(findings).map(shown)).toEqual([
		["P0", "Data is lost", 11, 0.1, 1],
		["P1", "Wrong sum", 12, 0.9, 1],
		["P1", "The parser crashed for null", 13, 0.8, 2],
		["P3", "Null crashes the parser", 40, 0.5, 1],
	]);
	expect(mergeFindings([...findings].reverse()).map(({ title }) => title)).toEqual(
		mergeFindings(findings).map(({ title }) => title),
	);
});

test("areSimilar: words in any script; nothing in common is not similar", () => {
	expect(areSimilar("Ошибка при пустом списке", "Пустом списке: ошибка")).toBe(true);
	expect(areSimilar("Null crashes greet", "Secret is logged")).toBe(false);
	expect(areSimilar("Unclear name", "A null name crashes greet")).toBe(false);
	expect(areSimilar("It crashes", "Crashed")).toBe(true);
	expect(areSimilar("!!", "??")).toBe(false);
});

test("decideVerdict: a serious finding decides; without one the reviewers do", async () => {
	const serious = await place({});
	const minor = await place({ priority: "P3" });
	expect(decideVerdict([serious], [{ isCorrect: true, explanation: "Fine." }])).toEqual({
		correctness: "not correct",
		explanation: "It crashes (a.ts:2).",
	});
	expect(decideVerdict([minor], [{ isCorrect: false, explanation: "No tests." }])).toEqual({
		correctness: "not correct",
		explanation: "No tests.",
	});
	expect(decideVerdict([minor], [])).toEqual({ correctness: "correct", explanation: "No finding of P0 or P1." });
});

test("dismissed findings are kept by project, found again in other words, and survive a damaged file", async () => {
	const agentDir = mkdtempSync(join(tmpdir(), "omp-dismissed-"));
	const finding = await place({ line_start: 11, title: "Null crashes the parser" });
	const store = new DismissedFindings(agentDir, "/repo");
	expect(store.has(finding)).toBe(false);
	await store.add(finding, 7);
	const again = new DismissedFindings(agentDir, "/repo");
	expect(again.has(await place({ line_start: 11, title: "The parser crashed for null names" }))).toBe(true);
	expect(again.has(await place({ line_start: 12, title: "Null crashes the parser" }))).toBe(false);
	expect(again.has(await place({ line_start: 11, title: "Wrong sum" }))).toBe(false);
	expect(new DismissedFindings(agentDir, "/other").has(finding)).toBe(false);
	const [name = ""] = readdirSync(join(agentDir, "reviews"));
	const path = join(agentDir, "reviews", name);
	writeFileSync(path, "{ damaged");
	const damaged = new DismissedFindings(agentDir, "/repo");
	expect(damaged.has(finding)).toBe(false);
	expect(damaged.problem).toContain(".damaged");
	expect(readFileSync(`${path}.damaged`, "utf8")).toBe("{ damaged");
	await damaged.add(finding, 8);
	expect([new DismissedFindings(agentDir, "/repo").has(finding), await damaged.clear()]).toEqual([true, 1]);
});
