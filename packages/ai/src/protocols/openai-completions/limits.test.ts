import { describe, expect, test } from "bun:test";
import { user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { body, custom, thinking } from "./testing/request-fixture.ts";

describe("openai-completions output cap and sampling", () => {
	test.each([
		["the model's own", {}, {}, { max_completion_tokens: 32_768 }],
		["the caller's", { maxTokens: 5 }, {}, { max_completion_tokens: 5 }],
		["max_tokens where the host says so", {}, { provider: "fireworks" }, { max_tokens: 32_768 }],
		["nothing for models that want none", {}, { omitMaxOutputTokens: true }, {}],
		["nothing on OpenRouter", {}, { provider: "openrouter" }, {}],
		["the caller's on OpenRouter", { maxTokens: 5 }, { provider: "openrouter" }, { max_completion_tokens: 5 }],
		[
			"Kimi's even on OpenRouter",
			{},
			{ provider: "openrouter", id: "moonshotai/kimi-k2.6" },
			{ max_completion_tokens: 32_768 },
		],
	])("the limit is %s", (_, options, overrides, expected) => {
		const { max_completion_tokens, max_tokens } = body([user("q")], options, overrides);
		expect({
			...(max_completion_tokens !== undefined && { max_completion_tokens }),
			...(max_tokens !== undefined && { max_tokens }),
		}).toEqual(expected as object);
	});

	test.each([
		["an ordinary model", {}, true],
		["an o-series model", { id: "o4-mini" }, false],
		["GPT-5", { id: "gpt-5.5" }, false],
		["GPT-5 behind a gateway", { id: "openai/gpt-5.5", ...custom }, false],
		["Codex", { id: "codex-mini-latest" }, false],
		["Kimi's own host", { id: "kimi-k2.6", provider: "moonshot" }, false],
		["Claude 4.7 that no thinking", { id: "anthropic/claude-opus-4.7", ...custom }, true],
		["Claude 4.7 that thinks", { id: "anthropic/claude-opus-4.7", reasoning: true, thinking, ...custom }, false],
		["Claude 4.5 that thinks", { id: "claude-sonnet-4-5-20250929", reasoning: true, thinking, ...custom }, true],
	])("temperature is sent to %s: %#", (_, overrides, expected) => {
		const sent = body([user("q")], { temperature: 0.2, topP: -1, reasoning: "high" }, overrides);
		expect("temperature" in sent).toBe(expected);
		expect(sent).not.toHaveProperty("top_p");
	});

	test("stop sequences, penalties and the service tier use their wire names", () => {
		const options = { stopSequences: ["END"], presencePenalty: 0.5, frequencyPenalty: 0.1, serviceTier: "openai-only" };
		expect(body([user("q")], options)).toMatchObject({
			stop: ["END"],
			presence_penalty: 0.5,
			frequency_penalty: 0.1,
			service_tier: "priority",
		});
		expect(body([user("q")], { serviceTier: "priority" }, custom)).not.toHaveProperty("service_tier");
		expect(body([user("q")], { serviceTier: "none" })).not.toHaveProperty("service_tier");
	});
});
