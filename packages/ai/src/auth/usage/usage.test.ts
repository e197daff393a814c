import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Credential } from "../../model/credential.ts";
import { testNow, testProvider, testRegistry } from "../../testing/test-registry.ts";
import type { UsageLimit } from "../store/account-usage.ts";
import { usageFetchers } from "./fetchers.ts";
import { UsageCache } from "./usage-cache.ts";
import { usageLimit } from "./usage-report.ts";
import { usageReports } from "./usage-reports.ts";

const reset = "2026-01-02T03:04:05Z";
const resetMs = Date.parse(reset);
const credential: Credential = {
	key: "at",
	source: "",
	tokens: { access: "at", expires: 0, accountId: "acc", projectId: "p1" },
};

// biome-ignore format: a table
test.each<[string, string, unknown, Array<Omit<UsageLimit, "status">>]>([
	["anthropic", "GET https://api.anthropic.com/api/oauth/usage",
		{ five_hour: { utilization: 12, resets_at: reset }, seven_day: { utilization: 100 }, seven_day_opus: null },
		[{ id: "five_hour", label: "Session", windowLabel: "5 hours", usedFraction: 0.12, resetsAt: resetMs },
			{ id: "seven_day", label: "Week", windowLabel: "7 days", usedFraction: 1 }]],
	["openai-codex", "GET https://chatgpt.com/backend-api/wham/usage",
		{ rate_limit: { primary_window: { used_percent: 50, limit_window_seconds: 18000, reset_after_seconds: 60 }, secondary_window: { used_percent: 85, limit_window_seconds: 604800, reset_at: resetMs / 1000 } } },
		[{ id: "primary_window", label: "Short term", windowLabel: "5 hours", usedFraction: 0.5, resetsAt: testNow + 60_000 },
			{ id: "secondary_window", label: "Long term", windowLabel: "7 days", usedFraction: 0.85, resetsAt: resetMs }]],
	["github-copilot", "GET https://api.github.com/copilot_internal/user",
		{ quota_reset_date: reset, quota_snapshots: { premium_interactions: { percent_remaining: 25 }, chat: { unlimited: true, percent_remaining: 100 } } },
		[{ id: "premium_interactions", label: "Premium requests", windowLabel: "month", usedFraction: 0.75, resetsAt: resetMs }]],
	["kimi-code", "GET https://api.kimi.com/coding/v1/usages",
		{ usage: { limit: "100", used: "40", resetTime: reset }, limits: [{ window: { duration: 5, timeUnit: "TIME_UNIT_HOUR" }, detail: { limit: 10, remaining: 4 } }] },
		[{ id: "plan", label: "Plan", windowLabel: "week", usedFraction: 0.4, resetsAt: resetMs },
			{ id: "limit-1", label: "Rate", windowLabel: "5 hours", usedFraction: 0.6 }]],
	["zai", "GET https://api.z.ai/api/monitor/usage/quota/limit",
		{ data: { limits: [{ type: "TOKENS_LIMIT", percentage: 30, nextResetTime: resetMs }] } },
		[{ id: "TOKENS_LIMIT", label: "Tokens", windowLabel: "", usedFraction: 0.3, resetsAt: resetMs }]],
	["google-gemini-cli", "POST https://cloudcode-pa.googleapis.com/v1internal:retrieveUserQuota",
		{ buckets: [{ modelId: "gemini-2.5-pro", remainingFraction: 0.5, resetTime: reset }] },
		[{ id: "gemini-2.5-pro", label: "gemini-2.5-pro", windowLabel: "day", usedFraction: 0.5, resetsAt: resetMs }]],
])("usage: the response of %s is parsed", async (provider, request, answer, expected) => {
	const seen: string[] = [];
	const fetch = async (url: string, init: RequestInit) => {
		seen.push(`${init.method} ${url}`);
		expect(new Headers(init.headers).get("authorization")).toBe("Bearer at");
		return Response.json(answer);
	};
	const fetcher = await usageFetchers[provider]?.();
	expect(await fetcher?.(credential, { fetch, now: () => testNow })).toEqual(expected.map(usageLimit));
	expect(seen).toEqual([request]);
	expect(await fetcher?.(credential, { fetch: async () => Response.json({}), now: () => testNow })).toEqual([]);
});

const account = (name: string) => ({ access: `at-${name}`, expires: testNow + 1e12, email: `${name}@example.com` });

verifies("models-and-auth:auth:usage-reports", async () => {
	let now = testNow;
	let asked = 0;
	let answer: () => readonly UsageLimit[] = () => [
		usageLimit({ id: "w", label: "W", windowLabel: "5 hours", usedFraction: asked / 10 }),
	];
	const fetchers = {
		acme: async () => async () => {
			asked++;
			return answer();
		},
	};
	await using test = await testRegistry({ providers: [testProvider("acme", [])], now: () => now });
	(await test.registry.store.open()).saveLogin("acme", account("a"));
	const used = async () => {
		const [report] = await usageReports(test.registry, { now: () => now }, { fetchers });
		return report && ("limits" in report ? report.limits[0]?.usedFraction : report.failure);
	};
	expect([await used(), await used()]).toEqual([0.1, 0.1]);
	now += 7 * 60_000;
	expect(await used()).toBe(0.2);
	answer = () => {
		throw new Error("down");
	};
	now += 3600_000;
	expect(await used()).toBe(0.2);
	now += 25 * 3600_000;
	expect(await used()).toBe("down");
});

test("usage: a new session takes the account with the most headroom", async () => {
	await using test = await testRegistry({ providers: [testProvider("acme", [])] });
	const store = await test.registry.store.open();
	const cache = new UsageCache(store.database, () => testNow);
	for (const [name, usedFraction] of [
		["a", 0.9],
		["b", 0.1],
		["c", 0.5],
	] as const) {
		const id = store.saveLogin("acme", account(name));
		const limits = [usageLimit({ id: "w", label: "W", windowLabel: "", usedFraction })];
		cache.write(id, { provider: "acme", accountKey: name, limits, fetchedAt: testNow });
	}
	const chosen = await Promise.all(
		["1", "2", "3"].map((sessionId) => test.registry.findCredential("acme", { sessionId })),
	);
	expect(chosen.map((found) => found?.account)).toEqual(["b@example.com", "b@example.com", "b@example.com"]);
});

test("usage: the history has one row per hour and limit", async () => {
	let now = testNow;
	await using test = await testRegistry({ now: () => now });
	const cache = new UsageCache((await test.registry.store.open()).database, () => now);
	const report = (usedFraction: number) => ({
		provider: "acme",
		accountKey: "a",
		limits: [usageLimit({ id: "w", label: "W", windowLabel: "5 hours", usedFraction })],
		fetchedAt: now,
	});
	cache.write(1, report(0.1));
	now += 60_000;
	cache.write(1, report(0.2));
	now += 3600_000;
	cache.write(1, report(0.3));
	expect(cache.history(7).map((row) => row.usedFraction)).toEqual([0.3, 0.1]);
	cache.clear();
	expect(cache.read(1)).toBeUndefined();
	expect(cache.history(7)).toHaveLength(2);
});
