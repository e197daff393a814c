import { expect, test } from "bun:test";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { isRetryable, isTooLong, wishedWaitMs } from "./retry-policy.ts";

const failed = (overrides: Partial<AssistantMessage> = {}) =>
	replyMessage([], { stopReason: "error", errorId: 0x21000, errorMessage: "529 Overloaded", ...overrides });

const limits = { enabled: true, maxRetries: 10, baseDelayMs: 500, maxDelayMs: 300_000 };

test.each([
	["an overloaded provider", {}, true],
	["a failure after thinking only", { content: [{ type: "thinking", thinking: "hm" }] }, true],
	["a failure after visible text", { content: [{ type: "text", text: "So" }] }, true],
	["an overflowing prompt", { errorId: 0x801000 }, false],
	["a wrong key", { errorId: 0x1001000 }, false],
	["a plain HTTP status", { errorId: 400 }, false],
	["a failure after blank text", { content: [{ type: "text", text: " \n" }] }, true],
	["a usage limit", { errorId: 0x2001000 }, true],
	["a refusal", { errorId: undefined, stopDetails: { type: "refusal" } }, false],
	["an abort that we did not request", { stopReason: "aborted", errorMessage: "Request was aborted" }, true],
	["an empty stop", { stopReason: "stop", errorId: undefined }, true],
	["a stop with text", { stopReason: "stop", content: [{ type: "text", text: "Done." }] }, false],
	["an abort", { stopReason: "aborted", errorMessage: "Interrupted by user" }, false],
] as const)("%s: isRetryable", (_what, overrides, expected) => {
	expect(isRetryable(failed(overrides as Partial<AssistantMessage>))).toBe(expected);
});

test("backoff doubles up to eight seconds, with jitter", () => {
	const waits = [1, 2, 5, 9].map((attempt) => wishedWaitMs(failed(), attempt, limits, () => 1));
	expect(waits).toEqual([500, 1000, 8000, 8000]);
	expect(wishedWaitMs(failed(), 1, limits, () => 0)).toBe(375);
});

test("retry-after lengthens the backoff; beyond the limit it is too long", () => {
	const asked = wishedWaitMs(failed({ errorMessage: "429 slow down retry-after-ms=20000" }), 1, limits, () => 1);
	expect(asked).toBe(20_000);
	expect(isTooLong(asked, limits)).toBe(false);
	expect(isTooLong(asked, { maxDelayMs: 10_000 })).toBe(true);
	expect(isTooLong(asked, { maxDelayMs: 0 })).toBe(false);
});

test("a lost response id of the provider is retried without backoff", () => {
	const stale = failed({ errorId: 400, errorStatus: 400, errorMessage: "400 Previous response with id x not found" });
	expect(isRetryable(stale)).toBe(true);
	expect(wishedWaitMs(stale, 1, limits, () => 1)).toBe(0);
});

test("a reply with calls is retryable if none or all of them were executed", () => {
	const call = { type: "toolCall" as const, name: "read", arguments: {} };
	const calling = failed({ content: [{ ...call, id: "a" }] });
	const half = failed({
		content: [
			{ ...call, id: "a" },
			{ ...call, id: "b" },
		],
	});
	const result = { role: "toolResult" as const, toolCallId: "a", toolName: "read", content: [], isError: false };
	expect(isRetryable(calling, [calling])).toBe(true);
	expect(isRetryable(half, [half, { ...result, timestamp: 0 }])).toBe(false);
	expect(isRetryable(calling, [calling, { ...result, timestamp: 0 }])).toBe(true);
});
