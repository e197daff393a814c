import type { StatusFacts } from "../segments/segment.ts";

/** A session in which there is something to say about everything. */
export const busyFacts: StatusFacts = {
	modelName: "Sonnet",
	thinkingLevel: "high",
	canThink: true,
	mode: { symbol: "icon.plan", text: "Plan" },
	approvalMode: "write",
	cwd: "/home/ada/src/big/demo",
	home: "/home/ada",
	git: { branch: "main", staged: 2, modified: 1, untracked: 3, ahead: 4, behind: 5 },
	pullRequest: 123,
	agents: 2,
	jobs: 2,
	used: { input: 1234, output: 56, cacheRead: 90_000, cacheWrite: 10_000, costUsd: 0.034 },
	tokensPerSecond: 204.5,
	contextTokens: 13_800,
	contextWindow: 200_000,
	activeMs: 185_000,
	now: new Date(2026, 0, 2, 15, 4, 5).getTime(),
	sessionId: "0195f2a1-cafe-7000-8000-0123456789ab",
	sessionName: "Fix greeting",
	hostname: "lovelace.example.org",
	quotaPercent: 42,
	statuses: [],
};

/** A session that has just begun. */
export const freshFacts: StatusFacts = {
	modelName: "Sonnet",
	approvalMode: "yolo",
	thinkingLevel: "off",
	canThink: false,
	cwd: "/home/ada",
	home: "/home/ada",
	agents: 0,
	jobs: 0,
	used: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 },
	tokensPerSecond: undefined,
	contextTokens: 0,
	contextWindow: undefined,
	activeMs: 0,
	now: busyFacts.now,
	sessionId: "0195f2a1-cafe-7000-8000-0123456789ab",
	sessionName: undefined,
	hostname: "",
	statuses: [],
};
