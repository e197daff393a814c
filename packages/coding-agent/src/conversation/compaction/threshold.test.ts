import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { compactionThreshold, inputLimit, reserveTokens } from "./threshold.ts";

const policy = { thresholdPercent: -1, thresholdTokens: -1, reserveTokens: undefined };

test("tokens take precedence over percent, percent over the reserve", () => {
	expect(compactionThreshold(200_000, { ...policy, thresholdTokens: 50_000, thresholdPercent: 80 })).toBe(50_000);
	expect(compactionThreshold(200_000, { ...policy, thresholdPercent: 80 })).toBe(160_000);
	expect(compactionThreshold(200_000, policy)).toBe(170_000);
	expect(compactionThreshold(64_000, policy)).toBe(64_000 - 16_384);
});

verifies("context-management:compaction:small-window-reserve", () => {
	expect(reserveTokens(32_000, undefined)).toBe(4800);
	expect(reserveTokens(32_000, 16_384)).toBe(16_384);
	expect(reserveTokens(32_768, undefined)).toBe(16_384);
});

test("maxInputTokens below the window is the limit", () => {
	expect(inputLimit({ contextWindow: 400_000, maxInputTokens: 272_000 })).toBe(272_000);
	expect(inputLimit({ contextWindow: 400_000 })).toBe(400_000);
});
