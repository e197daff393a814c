import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DismissedFindings } from "../findings/dismissed-findings.ts";
import { SessionReview } from "./session-review.ts";

function made() {
	const agentDir = mkdtempSync(join(tmpdir(), "omp-review-"));
	const shown: unknown[] = [];
	const state = { hasReviewers: false };
	const review = new SessionReview({
		messages: () => [],
		dismissed: async () => new DismissedFindings(agentDir, "/repo"),
		now: () => 1,
		hasReviewers: () => state.hasReviewers,
		show: async (message) => void shown.push("content" in message ? message.content : ""),
		warn: (text) => void shown.push(text),
	});
	return { review, shown, state };
}

const subject = { subject: "the parser", change: undefined, tools: [] };
const finding = (title: string, line = 1) => ({
	title,
	body: "b",
	priority: "P1",
	confidence: 1,
	file_path: "a.ts",
	line_start: line,
});
const list = (...rows: string[]) => ["Review of the parser: not correct,", ...rows].join(" ");

test("a review is shown when the model has stopped and no reviewer works any more", async () => {
	const { review, shown, state } = made();
	review.add(finding("Before"));
	await review.show();
	review.begin(subject);
	review.add(finding("Null crashes greet"));
	state.hasReviewers = true;
	await review.show();
	expect(shown).toEqual([]);
	state.hasReviewers = false;
	await review.show();
	await review.show();
	expect(shown).toEqual([expect.stringContaining(list("1 finding\n1. P1 a.ts:1 Null crashes greet (100%)"))]);
});

test("what is reported late is shown with a new list, until the user turns to something else", async () => {
	const { review, shown } = made();
	review.begin(subject);
	review.add(finding("Null crashes greet"));
	await review.show();
	review.add(finding("Wrong sum", 90));
	await review.show();
	review.end();
	review.add(finding("Of something else", 200));
	await review.show();
	expect(shown).toEqual([expect.stringContaining(list("1 finding")), expect.stringContaining(list("2 findings"))]);
	const [first] = await review.findings();
	if (first) await review.dismiss(first);
	expect((await review.findings()).map(({ title }) => title)).toEqual(["Wrong sum"]);
	review.begin(subject);
	review.add(finding("Null crashes greet"));
	await review.show();
	expect(shown.at(-1)).toContain("1 dismissed finding left out");
	expect(await review.restoreDismissed()).toBe(1);
});

test("a review without findings is shown too", async () => {
	const { review, shown } = made();
	review.begin(subject);
	await review.show();
	expect(shown).toEqual(["Review of the parser: correct, 0 findings"]);
});
