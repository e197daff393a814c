import { expect, test } from "bun:test";
import { openStats } from "../testing/open-stats.ts";
import { sampleSessions } from "../testing/sample-sessions.ts";
import { summaryText } from "./summary-text.ts";

const now = () => Date.UTC(2026, 0, 20, 12);

test("summary: totals, bars by day, and tables by model and folder", async () => {
	const options = { requests: 90, perFile: 10, resultChars: 20, now: now(), days: 4 };
	const files = Object.fromEntries([...sampleSessions(options)].map(({ path, text }) => [path, text]));
	await using opened = await openStats(files, now);
	await opened.stats.sync();
	expect(summaryText(opened.stats.answers.stats("all"))).toMatchSnapshot();
});

test("summary: nothing yet is said in a line", async () => {
	await using opened = await openStats();
	expect(summaryText(opened.stats.answers.stats("all"))).toBe("No requests yet.\n");
});
