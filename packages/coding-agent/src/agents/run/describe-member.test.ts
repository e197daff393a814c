import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { overviewOf } from "./describe-member.ts";
import type { Member } from "./member.ts";

test("overview: the time of an agent that works goes on between its reports", () => {
	const facts = { id: "A", parentId: "Main", agent: "task", description: "x", lastActivityMs: 10_000 };
	const progress = partly<NonNullable<Member["progress"]>>("progress", {
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
	const member = (status: Member["status"]) => ({ ...facts, status, progress }) as unknown as Member;
	expect(overviewOf(member("running"), 12_500).durationMs).toBe(3500);
	expect(overviewOf(member("idle"), 12_500).durationMs).toBe(1000);
});
