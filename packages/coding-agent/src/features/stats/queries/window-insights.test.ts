import { expect, test } from "bun:test";
import type { UsageHistoryRow } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import type { RequestGroup } from "./groups.ts";
import { usageSeries, windowInsights } from "./window-insights.ts";

const hour = 3600;
const row = (recordedAt: number, accountKey: string, usedFraction: number, status = "ok"): UsageHistoryRow => ({
	...{ recordedAt: recordedAt * hour, accountKey, usedFraction, status },
	...{ provider: "p", email: null, limitId: "5h", label: "Session", windowLabel: "5 h", resetsAt: null },
});
const group = (quarter: number, totalTokens: number) =>
	({ provider: "p", quarter: quarter * hour * 1000, totalTokens }) as RequestGroup;

test("window insights: cycles, size of a window, peak and the number of accounts come from the history", () => {
	const history = [row(3, "a", 0.1), row(1, "a", 0.2), row(2, "a", 0.6), row(2, "b", 0.4), row(3, "b", 1, "exhausted")];
	expect(windowInsights(history, [group(0, 5), group(2, 550), group(9, 7)])).toEqual([
		{
			...{ provider: "p", label: "Session", windowLabel: "5 h", accounts: 2, cycles: 3 },
			fractionConsumed: expect.closeTo(0.4 + 0.1 + 0.6, 9),
			estimatedTokensPerWindow: 500,
			// At three o'clock `a` had begun again.
			peak: expect.closeTo(1.1, 9),
			idealAccounts: 2,
			timesExhausted: 1,
		},
	]);
});

test("window insights: too little use says nothing about the size", () => {
	expect(windowInsights([row(1, "a", 0.5), row(2, "a", 0.501)], [group(1, 100)])).toMatchObject([
		{ estimatedTokensPerWindow: null, idealAccounts: 1, timesExhausted: 0 },
	]);
	expect(windowInsights([], [])).toEqual([]);
});

test("window insights: the series of an account is in order", () => {
	const [series] = usageSeries([row(2, "a", 1), row(1, "a", 0.2)]);
	expect(series?.points).toEqual([
		{ timestamp: hour * 1000, usedFraction: 0.2, isExhausted: false },
		{ timestamp: 2 * hour * 1000, usedFraction: 1, isExhausted: true },
	]);
});
