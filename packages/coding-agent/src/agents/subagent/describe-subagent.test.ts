import { expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { describeSubagent, followRetries } from "./describe-subagent.ts";
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

test("overview: an agent that asks its model again says which and why, until an answer comes", () => {
	const conversation = partly<Conversation>("conversation", {
		model: partly<Model>("model", { provider: "acme", id: "a-1" }),
		log: partly<Conversation["log"]>("log", { knownUsage: undefined }),
	});
	const opened = partly<NonNullable<Subagent["opened"]>>("opened", { conversation });
	const facts = { id: "A", parentId: "Main", agent: "task", description: "x", lastActivityMs: 0, status: "running" };
	const member = { ...facts, opened } as unknown as Subagent;
	const retry = { type: "auto_retry_start", attempt: 4, maxAttempts: 10, delayMs: 1000 } as const;
	followRetries(member, { ...retry, errorMessage: "Could not reach acme.example retry-after-ms=20\nmore" });
	expect(describeSubagent(member, 0)).toMatchObject({
		model: "acme/a-1",
		activity: "Retrying (4/10): Could not reach acme.example",
	});
	followRetries(member, { type: "auto_retry_end", success: true, attempt: 4 });
	expect(describeSubagent(member, 0).activity).toBeUndefined();
});
