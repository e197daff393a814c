import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { describeSubagent } from "./describe-subagent.ts";
import type { Subagent } from "./subagent.ts";

test("overview: the time of an agent that works goes on between its reports", () => {
	const facts = { id: "A", parentId: "Main", agent: "task", description: "x", lastActivityMs: 10_000 };
	const progress = partly<NonNullable<Subagent["progress"]>>("progress", {
		durationMs: 1000,
		cost: 0,
		tokens: 0,
		requests: 0,
		toolCount: 0,
		recentOutput: [],
		resolvedModel: "m",
		contextTokens: 1,
		contextWindow: 2,
	});
	const member = (status: Subagent["status"]) => ({ ...facts, status, progress }) as unknown as Subagent;
	expect(describeSubagent(member("running"), 12_500).durationMs).toBe(3500);
	expect(describeSubagent(member("idle"), 12_500).durationMs).toBe(1000);
});
