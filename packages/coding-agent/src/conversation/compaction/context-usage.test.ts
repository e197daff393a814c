import { expect, test } from "bun:test";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { contextBreakdown, contextUsage } from "./context-usage.ts";

const parts = (count: number) => ({
	model: scriptedModelRecord,
	systemPrompt: ["x".repeat(4000), "y".repeat(400)],
	tools: [],
	messages: Array.from({ length: count }, () => ({ role: "user" as const, content: "x".repeat(384), timestamp: 0 })),
});
const policy = { thresholdPercent: -1, thresholdTokens: -1, reserveTokens: undefined };

test("the percentage is known from the start, unless the window is not", () => {
	expect(contextUsage(parts(0), 1000)).toEqual({ tokens: 1000, contextWindow: 200_000, percent: 0.5 });
	expect(contextUsage({ ...parts(1), model: undefined }, 1200)).toEqual({
		tokens: 1200,
		contextWindow: 0,
		percent: null,
	});
	expect(contextUsage(parts(1), 50_000)).toEqual({ tokens: 50_000, contextWindow: 200_000, percent: 25 });
});

test("the parts of the window add up to it", () => {
	expect(contextBreakdown(parts(2), 1300, policy, "y".repeat(400))).toEqual({
		systemPrompt: 1000,
		tools: 0,
		memory: 100,
		messages: 200,
		free: 200_000 - 30_000 - 1300,
		reserve: 30_000,
	});
});
