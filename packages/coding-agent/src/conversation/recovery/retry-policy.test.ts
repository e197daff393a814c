import { expect, test } from "bun:test";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { emptyUsage } from "@oh-my-pi/pi-ai/usage";
import { isRetryable, retryWaitMs } from "./retry-policy.ts";

const failed = (overrides: Partial<AssistantMessage> = {}): AssistantMessage => ({
	role: "assistant",
	content: [],
	api: "x",
	provider: "x",
	model: "x",
	usage: emptyUsage(),
	stopReason: "error",
	errorId: 0x21000,
	errorMessage: "529 Overloaded",
	timestamp: 0,
	...overrides,
});

const limits = { enabled: true, maxRetries: 10, baseDelayMs: 500, maxDelayMs: 300_000 };

test.each([
	["an overloaded provider", {}, true],
	["a failure after thinking only", { content: [{ type: "thinking", thinking: "hm" }] }, true],
	["a failure after visible text", { content: [{ type: "text", text: "So" }] }, false],
	["an overflowing prompt", { errorId: 0x801000 }, false],
	["a wrong key", { errorId: 0x1001000 }, false],
	["a plain HTTP status", { errorId: 400 }, false],
	["an empty stop", { stopReason: "stop", errorId: undefined }, true],
	["a stop with text", { stopReason: "stop", content: [{ type: "text", text: "Done." }] }, false],
	["an abort", { stopReason: "aborted" }, false],
] as const)("%s: retryable is decided", (_what, overrides, expected) => {
	expect(isRetryable(failed(overrides as Partial<AssistantMessage>))).toBe(expected);
});

test("waits double up to eight seconds, with some jitter", () => {
	const waits = [1, 2, 5, 9].map((attempt) => retryWaitMs(failed(), attempt, limits, () => 1));
	expect(waits).toEqual([500, 1000, 8000, 8000]);
	expect(retryWaitMs(failed(), 1, limits, () => 0)).toBe(375);
});

test("the server's word lengthens the wait, and one beyond the limit is not waited for", () => {
	expect(retryWaitMs(failed({ errorMessage: "429 slow down retry-after-ms=20000" }), 1, limits, () => 1)).toBe(20_000);
	expect(
		retryWaitMs(failed({ errorMessage: "429 slow down retry-after-ms=400000" }), 1, limits, () => 1),
	).toBeUndefined();
});
