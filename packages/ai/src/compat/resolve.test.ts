import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Model } from "../model/model.ts";
import { compatWhile, resolveCompat } from "./resolve.ts";

const model = (overrides: Partial<Model>): Model => ({
	id: "some-model",
	name: "Some model",
	provider: "custom",
	api: "openai-completions",
	baseUrl: "https://gateway.example.com/v1",
	reasoning: false,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 128_000,
	maxTokens: 16_384,
	...overrides,
});

test("compat: an unknown host gets the defaults", () => {
	expect(resolveCompat(model({}))).toEqual({
		supportsUsageInStreaming: true,
		maxTokensField: "max_completion_tokens",
		supportsToolChoice: true,
		supportsForcedToolChoice: true,
		supportsNamedToolChoice: true,
		supportsReasoningParams: true,
		thinkingFormat: "openai",
		reasoningContentField: "reasoning_content",
	});
});

test.each([
	["the provider", { provider: "mistral" }, { requiresMistralToolIds: true, maxTokensField: "max_tokens" }],
	["the host of a custom provider", { baseUrl: "https://api.mistral.ai/v1" }, { requiresToolResultName: true }],
	["a host below the known one", { baseUrl: "https://eu.api.mistral.ai/v1" }, { requiresToolResultName: true }],
	["the model's id on any host", { id: "moonshotai/Kimi-K2.7-Code" }, { alwaysSendMaxTokens: true }],
	[
		"host and id together",
		{ provider: "openrouter", id: "anthropic/claude-opus-4.8" },
		{ cacheControlFormat: "anthropic" },
	],
	[
		"a local engine",
		{ baseUrl: "http://127.0.0.1:9999/v1" },
		{ streamFirstEventTimeoutMs: 0, toolSchemaFlavor: "grammar" },
	],
	["whether the model reasons", { id: "deepseek-v4-pro", reasoning: true }, { disableReasoningOnToolChoice: true }],
] as const)("compat: is found by %s", (_, overrides, expected) => {
	expect(resolveCompat(model(overrides))).toMatchObject(expected);
});

test("compat: a name that only resembles a known host does not match", () => {
	expect(resolveCompat(model({ baseUrl: "https://notapi.mistral.ai.example.com" }))).toEqual(resolveCompat(model({})));
});

verifies("models-and-auth:compat:auto-detected", () => {
	const own = resolveCompat(model({ provider: "mistral", compat: { requiresMistralToolIds: false } }));
	expect(own).toMatchObject({ requiresMistralToolIds: false, requiresToolResultName: true });
});

test("compat: a model can differ while it thinks", () => {
	const both = model({
		compat: { reasoningContentField: "reasoning", whenThinking: { maxTokensField: "max_tokens" } },
	});
	expect(compatWhile(both, { thinking: false }).maxTokensField).toBe("max_completion_tokens");
	expect(compatWhile(both, { thinking: true })).toMatchObject({
		maxTokensField: "max_tokens",
		reasoningContentField: "reasoning",
	});
});
