import { expect } from "bun:test";
import {
	assistant,
	image,
	modelCall,
	readTool,
	toolCall,
	toolResult,
	user,
} from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { replayTargets } from "@oh-my-pi/pi-testkit/request-rules/targets.data";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Api } from "../message.ts";
import type { Model } from "../model/model.ts";
import { builtInProtocols } from "../protocols/protocols.ts";
import { Reply } from "../reply/reply.ts";
import type { StreamOptions } from "./stream-options.ts";

const big: Model = {
	id: "some-model",
	name: "Some model",
	provider: "custom",
	api: "openai-completions",
	baseUrl: "https://gateway.example.com/v1",
	reasoning: false,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 1_000_000,
	maxTokens: 100_000,
};

async function request(overrides: Partial<Model>, options: StreamOptions = {}) {
	const model = { ...big, ...overrides };
	const protocol = await builtInProtocols.get(model.api)?.();
	if (!protocol) throw new Error(`No protocol ${model.api}`);
	return protocol.encode(modelCall(model, { messages: [user("q")], tools: [readTool] }, options));
}

verifies("ai-streaming:pipeline:output-cap", async () => {
	const caps: unknown[] = [];
	const setups: Array<[Partial<Model>, StreamOptions?]> = [
		[{ api: "anthropic-messages" }],
		[{ api: "openai-responses" }],
		[{ api: "openai-responses" }, { maxTokens: 90_000 }],
		[{ api: "openai-completions" }],
		[{ api: "openai-completions" }, { maxTokens: 5 }],
		[{ api: "openai-completions", omitMaxOutputTokens: true }],
		[{ api: "openai-completions", provider: "openrouter" }],
		[{ api: "openai-completions", provider: "openrouter" }, { maxTokens: 5 }],
		[{ api: "openai-codex-responses" }, { maxTokens: 5 }],
	];
	for (const [overrides, options] of setups) {
		const { body } = await request(overrides, options);
		caps.push(body.max_tokens ?? body.max_output_tokens ?? body.max_completion_tokens);
	}
	expect(caps).toEqual([64_000, 64_000, 90_000, 100_000, 5, undefined, undefined, 5, undefined]);
});

verifies("ai-streaming:pipeline:sampling-minus-one", async () => {
	const temperatureOf = async (overrides: Partial<Model>, temperature: number) =>
		(await request(overrides, { temperature, topP: -1 })).body;
	expect(await temperatureOf({}, 0)).toMatchObject({ temperature: 0 });
	expect(await temperatureOf({}, 0)).not.toHaveProperty("top_p");
	expect(await temperatureOf({}, -1)).not.toHaveProperty("temperature");
	for (const refusing of [
		{ id: "o3" },
		{ id: "gpt-5.5" },
		{ api: "openai-responses", id: "gpt-5.5" },
		{ api: "openai-codex-responses" },
	]) {
		expect(await temperatureOf(refusing, 0.5)).not.toHaveProperty("temperature");
	}
});

verifies("ai-streaming:http:user-agent", async () => {
	for (const { model } of replayTargets) {
		const { headers } = await request(model);
		expect([model.api, headers["user-agent"] ?? headers["User-Agent"]]).toEqual([
			model.api,
			expect.stringMatching(/^omp\/\d+\.\d+\.\d+$/),
		]);
	}
});

verifies("ai-streaming:tool-choice:mapping", async () => {
	const choices = ["any", "none", { type: "tool", name: "read" }, { type: "tool", name: "absent" }] as const;
	const sent: Record<string, unknown[]> = {};
	for (const api of [
		"openai-completions",
		"openai-responses",
		"anthropic-messages",
		"google-generative-ai",
		"bedrock-converse-stream",
	]) {
		sent[api] = [];
		for (const toolChoice of choices) {
			const { body } = await request({ api }, { toolChoice });
			const { toolConfig } = body as { toolConfig?: { functionCallingConfig?: unknown; toolChoice?: unknown } };
			sent[api].push(body.tool_choice ?? toolConfig?.functionCallingConfig ?? toolConfig?.toolChoice);
		}
	}
	expect(sent).toEqual({
		"openai-completions": ["required", "none", { type: "function", function: { name: "read" } }, undefined],
		"openai-responses": ["required", "none", { type: "function", name: "read" }, undefined],
		"anthropic-messages": [{ type: "any" }, { type: "none" }, { type: "tool", name: "read" }, undefined],
		"google-generative-ai": [
			{ mode: "ANY" },
			{ mode: "NONE" },
			{ mode: "ANY", allowedFunctionNames: ["read"] },
			undefined,
		],
		"bedrock-converse-stream": [{ any: {} }, undefined, { tool: { name: "read" } }, undefined],
	});
	const weak = { compat: { supportsForcedToolChoice: false } };
	expect((await request(weak, { toolChoice: "any" })).body.tool_choice).toBe("auto");
	const nameless = { compat: { supportsNamedToolChoice: false } };
	expect((await request(nameless, { toolChoice: choices[2] })).body.tool_choice).toBe("required");
	const without = { compat: { supportsToolChoice: false } };
	expect((await request(without, { toolChoice: "any" })).body).not.toHaveProperty("tool_choice");
});

verifies("ai-streaming:images:text-only-model", async () => {
	const note = "[image omitted: the active model does not support image input]";
	for (const { model } of replayTargets) {
		const protocol = await builtInProtocols.get(model.api)?.();
		if (!protocol) throw new Error(`No protocol ${model.api}`);
		const messages = [
			user([image]),
			assistant(model, [toolCall("toolu1234")]),
			toolResult("toolu1234", [{ type: "text", text: "a picture" }, image]),
		];
		const body = JSON.stringify(protocol.encode(modelCall(model, { messages, tools: [readTool] })).body);
		const seesImages = model.input.includes("image");
		expect([model.id, body.split(image.data).length - 1]).toEqual([model.id, seesImages ? 2 : 0]);
		expect([model.id, body.split(note).length - 1]).toEqual([model.id, seesImages ? 0 : 2]);
	}
});

verifies("ai-streaming:tier:service-tier", async () => {
	const asked = async (overrides: Partial<Model>, serviceTier: string) => {
		const { body, headers } = await request(overrides, { serviceTier });
		return body.service_tier ?? body.serviceTier ?? body.speed ?? headers["x-vertex-ai-llm-shared-request-type"];
	};
	const families: Array<Partial<Model>> = [
		{ api: "openai-responses", provider: "openai" },
		{ api: "openai-codex-responses", provider: "openai-codex" },
		{ api: "openai-completions", provider: "openrouter", id: "openai/gpt-5.5" },
		{ api: "anthropic-messages", provider: "anthropic", id: "claude-opus-4-8", baseUrl: "https://api.anthropic.com" },
		{ api: "google-generative-ai", provider: "google", id: "gemini-3.1-pro-preview" },
		{ api: "google-vertex", provider: "google-vertex", id: "gemini-3.1-pro-preview", baseUrl: "" },
		{ api: "openai-completions", provider: "groq" },
	];
	const forms: Record<string, unknown[]> = {};
	for (const tier of ["priority", "flex", "openai-only", "claude-only", "none"]) {
		forms[tier] = [];
		for (const family of families) forms[tier].push(await asked(family, tier));
	}
	const no = undefined;
	expect(forms).toEqual({
		priority: ["priority", "priority", "priority", "fast", "priority", "priority", no],
		flex: ["flex", "flex", "flex", no, "flex", no, no],
		"openai-only": ["priority", "priority", "priority", no, no, no, no],
		"claude-only": [no, no, no, "fast", no, no, no],
		none: [no, no, no, no, no, no, no],
	});

	const served: Array<[Api, object]> = [
		["openai-responses", { type: "response.completed", response: { status: "completed", service_tier: "flex" } }],
		["openai-completions", { choices: [], service_tier: "priority" }],
		["google-generative-ai", { usageMetadata: { serviceTier: "FLEX" } }],
		["google-vertex", { usageMetadata: { trafficType: "ON_DEMAND_PRIORITY" } }],
		["anthropic-messages", { type: "message_start", message: { usage: { speed: "fast" } } }],
	];
	const factors: number[] = [];
	for (const [api, frame] of served) {
		const model = { ...big, api, id: api === "anthropic-messages" ? "claude-opus-4-8" : "some-model" };
		const protocol = await builtInProtocols.get(api)?.();
		const reply = new Reply(model, 0, () => {});
		const state = protocol?.start(modelCall(model, { messages: [] }));
		protocol?.step(state, { data: JSON.stringify(frame) }, reply);
		factors.push(reply.priceFactor);
	}
	expect(factors).toEqual([0.5, 2, 0.5, 2, 2]);
});
