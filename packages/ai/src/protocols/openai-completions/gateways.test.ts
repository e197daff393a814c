import { describe, expect, test } from "bun:test";
import { image, toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Message } from "../../message.ts";
import { createStream } from "../../stream/stream.ts";
import { builtInProtocols } from "../protocols.ts";
import { encode } from "./request/encode.ts";
import { assistant, body, call, custom, messages, model } from "./testing/request-fixture.ts";

describe("openai-completions gateways", () => {
	const openrouter = { provider: "openrouter", baseUrl: "https://openrouter.ai/api/v1" };

	verifies("ai-streaming:chat:openrouter", () => {
		const overrides = { ...openrouter, id: "openai/gpt-4.1", compat: { openRouterRouting: { only: ["azure"] } } };
		const request = encode(call([user("q")], { openrouterVariant: "nitro" }, overrides));
		expect(request.headers).toMatchObject({ "x-title": "omp", "http-referer": "omp://cli" });
		expect(request.body).toMatchObject({ model: "openai/gpt-4.1:nitro", provider: { only: ["azure"] } });
		const free = encode(call([user("q")], { openrouterVariant: "nitro" }, { ...overrides, id: "z-ai/glm:free" }));
		expect(free.body.model).toBe("z-ai/glm:free");
		expect(encode(call([user("q")], { openrouterVariant: "nitro" })).body.model).toBe("gpt-4.1");
	});

	test("Vercel's routing is put into its own field", () => {
		const compat = { vercelGatewayRouting: { order: ["bedrock", "anthropic"] } };
		expect(body([user("q")], {}, { ...custom, compat })).toMatchObject({
			providerOptions: { gateway: { order: ["bedrock", "anthropic"] } },
		});
	});

	test("Claude behind OpenRouter gets cache marks on the system prompt and the last text", () => {
		const claude = { ...openrouter, id: "anthropic/claude-opus-4.8" };
		const own = { provider: "openrouter", model: claude.id };
		const context = {
			systemPrompt: ["a", "b"],
			messages: [
				user("one"),
				assistant(
					[
						{ type: "text", text: "two" },
						{ type: "toolCall", id: "c", name: "read", arguments: {} },
					],
					own,
				),
				toolResult("c", "ok"),
			],
		};
		const cache_control = { type: "ephemeral" };
		expect(messages(context, {}, claude)).toEqual([
			{ role: "system", content: "a" },
			{ role: "system", content: [{ type: "text", text: "b", cache_control }] },
			{ role: "user", content: "one" },
			{
				role: "assistant",
				content: [{ type: "text", text: "two", cache_control }],
				tool_calls: [{ id: "c", type: "function", function: { name: "read", arguments: "{}" } }],
			},
			{ role: "tool", tool_call_id: "c", content: "ok" },
		]);
		const long = JSON.stringify(messages(context, { cacheRetention: "long" }, claude));
		expect(long).toContain('"ttl":"1h"');
		expect(JSON.stringify(messages(context, { cacheRetention: "none" }, claude))).not.toContain("cache_control");
		expect(JSON.stringify(messages(context, {}, { ...openrouter, id: "openai/gpt-5" }))).not.toContain("cache_control");
	});

	test("reasoning signatures are only sent back, unchanged, to the same model on OpenRouter", () => {
		const detail = { type: "reasoning.encrypted", data: "abc", id: "c", format: "google-gemini-v1" };
		const proof = { type: "reasoning.text", signature: "sig", format: "anthropic-claude-v1", index: 0 };
		const history = [
			assistant(
				[
					{ type: "thinking", thinking: "hm", thinkingSignature: JSON.stringify(proof) },
					{ type: "toolCall", id: "c", name: "read", arguments: {}, thoughtSignature: JSON.stringify(detail) },
				],
				{ provider: "openrouter", model: "google/gemini-3-pro" },
			),
		];
		expect(messages(history, {}, { ...openrouter, id: "google/gemini-3-pro" })[0]).toMatchObject({
			reasoning: "hm",
			reasoning_details: [{ ...proof, text: "hm" }, detail],
		});
		expect(messages(history, {}, { ...openrouter, id: "openai/gpt-5" })[0]).not.toHaveProperty("reasoning_details");
	});

	test("GitHub gets the initiator and whether there are images", () => {
		const copilot = { provider: "github-copilot", baseUrl: "https://api.githubcopilot.com" };
		const headers = (history: readonly Message[], options = {}) => encode(call(history, options, copilot)).headers;
		expect(headers([user([image])])).toMatchObject({
			"x-initiator": "user",
			"copilot-vision-request": "true",
			"openai-intent": "conversation-edits",
		});
		const agent = [
			user("q"),
			assistant([{ type: "toolCall", id: "a", name: "read", arguments: {} }]),
			toolResult("a", "x"),
		];
		expect(headers(agent)).toMatchObject({ "x-initiator": "agent" });
		expect(headers(agent)).not.toHaveProperty("copilot-vision-request");
		expect(headers([{ ...user("q"), attribution: "agent" }])).toMatchObject({ "x-initiator": "agent" });
		expect(headers(agent, { initiatorOverride: "user" })).toMatchObject({ "x-initiator": "user" });
	});

	verifies("ai-streaming:pipeline:extra-body-last", async () => {
		const compat = { extraBody: { transforms: [], max_completion_tokens: 7 } };
		expect(body([user("q")], {}, { ...custom, compat })).toMatchObject({ transforms: [], max_completion_tokens: 7 });

		const sent: unknown[] = [];
		const stream = createStream({
			host: { now: () => 0, env: {} },
			protocols: builtInProtocols,
			fetch: async (_url, init) => {
				sent.push(JSON.parse(String(init.body)));
				return new Response("{}", { status: 400 });
			},
		});
		const onPayload = (payload: unknown) => ({ ...(payload as object), model: "another" });
		await stream({ ...model, compat }, { messages: [user("q")] }, { onPayload }).result();
		expect(sent).toMatchObject([{ model: "another", transforms: [] }]);
	});
});
