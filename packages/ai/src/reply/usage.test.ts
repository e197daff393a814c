import { expect } from "bun:test";
import { replayTargets } from "@oh-my-pi/pi-testkit/request-rules/targets.data";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Api } from "../message.ts";
import { builtInProtocols } from "../protocols/protocols.ts";
import { Reply } from "./reply.ts";
import { emptyUsage, scaleCost, settleUsage } from "./usage.ts";

const anthropicUsage = {
	input_tokens: 30,
	output_tokens: 5,
	cache_read_input_tokens: 60,
	cache_creation_input_tokens: 10,
};
const responsesUsage = {
	input_tokens: 100,
	output_tokens: 5,
	input_tokens_details: { cached_tokens: 60 },
	output_tokens_details: { reasoning_tokens: 2 },
};
const googleUsage = {
	promptTokenCount: 100,
	cachedContentTokenCount: 60,
	candidatesTokenCount: 3,
	thoughtsTokenCount: 2,
};
const responsesEnd = { type: "response.completed", response: { status: "completed", usage: responsesUsage } };

/** A prompt of 100 tokens, 60 of them cached, and 5 tokens of output, for each protocol. */
const ends: Record<string, { frame: object; event?: string; written?: number; uncached?: number }> = {
	"anthropic-messages": { frame: { type: "message_start", message: { usage: anthropicUsage } }, written: 10 },
	"openai-completions": {
		frame: {
			choices: [],
			usage: {
				prompt_tokens: 100,
				completion_tokens: 5,
				prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
			},
		},
		written: 10,
	},
	"openai-responses": { frame: responsesEnd },
	"azure-openai-responses": { frame: responsesEnd },
	"openai-codex-responses": { frame: responsesEnd },
	"google-generative-ai": { frame: { usageMetadata: googleUsage } },
	"google-vertex": { frame: { usageMetadata: googleUsage } },
	"google-gemini-cli": { frame: { response: { usageMetadata: googleUsage } } },
	"bedrock-converse-stream": {
		frame: { usage: { inputTokens: 30, outputTokens: 5, cacheReadInputTokens: 60, cacheWriteInputTokens: 10 } },
		event: "metadata",
		written: 10,
	},
	// The gateway has counted already.
	"pi-native": {
		frame: {
			type: "done",
			reason: "stop",
			message: {
				...{ role: "assistant", content: [], stopReason: "stop" },
				usage: { ...emptyUsage(), input: 30, output: 5, cacheRead: 60, cacheWrite: 10 },
			},
		},
		written: 10,
	},
	// It does not report cached tokens.
	"ollama-chat": { frame: { done: true, done_reason: "stop", prompt_eval_count: 100, eval_count: 5 }, uncached: 100 },
};

verifies("ai-streaming:usage:uncached-input", async () => {
	expect(Object.keys(ends).sort()).toEqual([...builtInProtocols.keys()].sort());
	for (const [api, end] of Object.entries(ends)) {
		const gateway = api === "pi-native" ? replayTargets[0] : undefined;
		const model = (gateway ?? replayTargets.find((target) => target.model.api === api))?.model;
		const protocol = await builtInProtocols.get(api as Api)?.();
		if (!model || !protocol) throw new Error(`No ${api}`);
		const reply = new Reply(model, 0, () => {});
		const state = protocol.start({ model, context: { messages: [] }, options: {}, env: {}, now: 0 });
		protocol.step(state, { data: JSON.stringify(end.frame), event: end.event }, reply);
		const { usage } = reply.message;
		settleUsage(usage, model.cost);
		const { written = 0, uncached } = end;
		expect({ api, ...usage }).toMatchObject({
			api,
			input: uncached ?? 40 - written,
			cacheRead: uncached === undefined ? 60 : 0,
			cacheWrite: written,
			output: 5,
			totalTokens: 105,
		});
	}
});

verifies("ai-streaming:usage:cost", () => {
	const prices = {
		input: 2,
		output: 10,
		cacheRead: 0.2,
		cacheWrite: 2.5,
		tiers: [
			{ inputTokensAbove: 500_000, input: 8 },
			{ inputTokensAbove: 200_000, input: 4, output: 15 },
		],
	};
	const costOf = (counts: Partial<ReturnType<typeof emptyUsage>>, factor?: number) => {
		const usage = { ...emptyUsage(), ...counts };
		settleUsage(usage, prices, factor);
		return usage.cost;
	};
	const million = { input: 100_000, output: 1_000_000, cacheRead: 50_000, cacheWrite: 50_000 };
	expect(costOf(million)).toEqual({
		input: 0.2,
		output: 10,
		cacheRead: expect.closeTo(0.01, 10),
		cacheWrite: 0.125,
		total: expect.closeTo(10.335, 10),
	});
	// The tier depends on the whole prompt, cached or not, and starts above its limit.
	const beyond = costOf({ ...million, cacheRead: 50_001 });
	expect([beyond.input, beyond.output, beyond.cacheWrite]).toEqual([0.4, 15, 0.125]);
	expect(costOf({ input: 600_000, output: 1_000_000 })).toMatchObject({ input: 4.8, output: 10 });
	expect(costOf({ input: 1_000 }, 0.5).total).toBe(0.001);

	const usage = { ...emptyUsage(), input: 100_000, output: 80_000 };
	settleUsage(usage, prices);
	scaleCost(usage, 0.5);
	expect(usage.cost).toEqual({ input: 0.1, output: 0.4, cacheRead: 0, cacheWrite: 0, total: 0.5 });
});
