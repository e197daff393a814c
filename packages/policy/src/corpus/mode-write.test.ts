import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dailyLines } from "./daily-lines.data.ts";
import { everydayLines } from "./everyday-lines.data.ts";
import { harmlessLookAlikes, hostileLines, secretLines } from "./hostile-lines.data.ts";
import { outsideLines, reachingLines, storedKeyLines } from "./outside-lines.data.ts";
import { openDesk } from "./testing/open-desk.ts";

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
	desk = await openDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

describe.each(Object.entries(outsideLines))("asked about: lines that %s", (_, lines) => {
	test.each([...lines])("%s", async (line) => {
		expect(await desk.decide(line)).not.toBe("free");
	});
});

describe("refused in every mode: lines that read stored keys", () => {
	test.each([...storedKeyLines])("%s", async (line) => {
		expect(await desk.decide(line)).toBe("refused");
	});
});

describe("asked about in every mode: lines that could reach stored keys", () => {
	test.each([...reachingLines])("%s", async (line) => {
		expect(await desk.decide(line)).toMatch(/^(?:ask always|refused)$/);
	});
});

test("of a day's lines at most one in ten asks, and only those that reach out, run a file or lose work", async () => {
	const asked: string[] = [];
	for (const line of dailyLines) if ((await desk.decide(line)) !== "free") asked.push(line);
	expect(asked.length / dailyLines.length).toBeLessThanOrEqual(0.1);
	expect(asked).toEqual(dailyLines.slice(dailyLines.indexOf("git push origin HEAD")));
});

test("the lines are new and many enough", () => {
	const hostile = [...Object.values(outsideLines).flat(), ...storedKeyLines, ...reachingLines];
	const before = new Set([
		...everydayLines,
		...Object.values(hostileLines).flat(),
		...secretLines,
		...harmlessLookAlikes,
	]);
	const fresh = (lines: readonly string[]) => new Set(lines.filter((line) => !before.has(line))).size;
	expect(fresh(hostile)).toBeGreaterThanOrEqual(150);
	expect(fresh(dailyLines)).toBeGreaterThanOrEqual(150);
});
