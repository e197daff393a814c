import { describe, expect, test } from "bun:test";
import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import type { ScriptedBlock, ScriptedReply, WireSpeaker } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";
import type { AssistantMessage, Context, Message } from "../../message.ts";
import type { Model } from "../../model.ts";
import type { ModelCall, Protocol } from "../../protocol.ts";
import type { StreamOptions } from "../../stream-options.ts";
import { emptyUsage } from "../../usage.ts";
import { encode } from "./encode.ts";
import { anthropicMessages } from "./protocol.ts";

const model: Model = {
	id: "claude-sonnet-4-5",
	name: "Claude Sonnet 4.5",
	provider: "anthropic",
	api: "anthropic-messages",
	baseUrl: "https://api.anthropic.com",
	reasoning: true,
	thinking: { mode: "budget", efforts: ["minimal", "low", "medium", "high", "xhigh"] },
	input: ["text", "image"],
	cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
	contextWindow: 200_000,
	maxTokens: 64_000,
};

const sse = (events: readonly object[]) =>
	new TextEncoder().encode(
		events.map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`).join(""),
	);

const messageStart = (usage: ScriptedReply["usage"]) => ({
	type: "message_start",
	message: { id: "msg_1", usage: { input_tokens: usage?.input ?? 0, output_tokens: 1, cache_read_input_tokens: 0 } },
});

const stopWords = { stop: "end_turn", length: "max_tokens", toolUse: "tool_use", refusal: "refusal" };

function blockEvents(block: ScriptedBlock, index: number): object[] {
	const delta = (fields: object) => ({ type: "content_block_delta", index, delta: fields });
	const stop = { type: "content_block_stop", index };
	const start = (content_block: object) => ({ type: "content_block_start", index, content_block });
	const middle = (text: string) => Math.ceil(text.length / 2);
	switch (block.kind) {
		case "text": {
			const at = middle(block.text);
			return [
				start({ type: "text", text: "" }),
				delta({ type: "text_delta", text: block.text.slice(0, at) }),
				{ type: "ping" },
				delta({ type: "text_delta", text: block.text.slice(at) }),
				stop,
			];
		}
		case "thinking":
			return [
				start({ type: "thinking", thinking: "" }),
				delta({ type: "thinking_delta", thinking: block.thinking }),
				delta({ type: "signature_delta", signature: block.signature ?? "" }),
				stop,
			];
		case "toolCall": {
			const json = JSON.stringify(block.arguments);
			const at = middle(json);
			return [
				start({ type: "tool_use", id: block.id, name: block.name, input: {} }),
				delta({ type: "input_json_delta", partial_json: json.slice(0, at) }),
				delta({ type: "input_json_delta", partial_json: json.slice(at) }),
				stop,
			];
		}
	}
}

const speaker: WireSpeaker = {
	protocol: anthropicMessages as Protocol,
	model,
	contentType: "text/event-stream",
	say: (reply) =>
		sse([
			messageStart(reply.usage),
			...reply.blocks.flatMap(blockEvents),
			{
				type: "message_delta",
				delta: { stop_reason: stopWords[reply.stop] },
				usage: { output_tokens: reply.usage?.output ?? 0 },
			},
			{ type: "message_stop" },
		]),
	cutOff: (text) => sse([messageStart(undefined), ...blockEvents({ kind: "text", text }, 0).slice(0, -1)]),
	malformed: () => new TextEncoder().encode("event: message_start\ndata: {not json\n\n"),
	failInside: (message) => sse([messageStart(undefined), { type: "error", error: { type: "api_error", message } }]),
	overflow: {
		status: 400,
		body: '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
	},
};

protocolContract(speaker);

const call = (context: Context, options: StreamOptions = {}, overrides: Partial<Model> = {}): ModelCall => ({
	model: { ...model, ...overrides },
	context,
	options,
	apiKey: "sk-test",
	env: {},
	now: 0,
});

const user = (text: string): Message => ({ role: "user", content: text, timestamp: 0 });
const assistant = (content: AssistantMessage["content"], extra: Partial<AssistantMessage> = {}): AssistantMessage => ({
	role: "assistant",
	content,
	api: model.api,
	provider: model.provider,
	model: model.id,
	usage: emptyUsage(),
	stopReason: "stop",
	timestamp: 0,
	...extra,
});

describe("anthropic-messages request", () => {
	test("the body carries system, tools and messages, and marks the cacheable prefix", () => {
		const request = encode(
			call({
				systemPrompt: ["static", "less static"],
				messages: [user("one"), assistant([{ type: "text", text: "two" }]), user("three")],
				tools: [{ name: "read", description: "Reads", parameters: { type: "object", properties: {} } }],
			}),
		);
		const cache_control = { type: "ephemeral" };
		expect(request.url).toBe("https://api.anthropic.com/v1/messages");
		expect(request.body).toEqual({
			model: "claude-sonnet-4-5",
			max_tokens: 64_000,
			stream: true,
			system: [
				{ type: "text", text: "static" },
				{ type: "text", text: "less static", cache_control },
			],
			tools: [{ name: "read", description: "Reads", input_schema: { type: "object", properties: {} } }],
			messages: [
				{ role: "user", content: [{ type: "text", text: "one" }] },
				{ role: "assistant", content: [{ type: "text", text: "two", cache_control }] },
				{ role: "user", content: [{ type: "text", text: "three", cache_control }] },
			],
			thinking: { type: "disabled" },
		});
		expect(request.headers).toMatchObject({ "x-api-key": "sk-test", "anthropic-version": "2023-06-01" });
		expect(request.headers).not.toHaveProperty("anthropic-beta");
	});

	test("signed thinking goes back to the model that thought it, and to no other", () => {
		const history = [
			user("q"),
			assistant([
				{ type: "thinking", thinking: "hm", thinkingSignature: "sig" },
				{ type: "text", text: "a" },
			]),
			user("next"),
		];
		const own = encode(call({ messages: history })).body.messages as Array<{ content: unknown[] }>;
		expect(own[1]?.content[0]).toEqual({ type: "thinking", thinking: "hm", signature: "sig" });
		const other = encode(call({ messages: history }, {}, { id: "claude-opus-4-5" })).body.messages as typeof own;
		expect(other[1]?.content[0]).toEqual({ type: "text", text: "<thinking>\nhm\n</thinking>" });
	});

	test("every tool call gets exactly one result, right after its turn", () => {
		const result = (id: string, text: string): Message => ({
			role: "toolResult",
			toolCallId: id,
			toolName: "read",
			content: [{ type: "text", text }],
			isError: false,
			timestamp: 0,
		});
		const { messages } = encode(
			call({
				messages: [
					user("go"),
					assistant(
						[
							{ type: "toolCall", id: "b/ad id", name: "read", arguments: { path: "x" } },
							{ type: "text", text: "reading" },
							{ type: "toolCall", id: "c2", name: "read", arguments: {} },
						],
						{ stopReason: "toolUse" },
					),
					result("lost", "nobody asked"),
					user("meanwhile"),
					result("b/ad id", "x text"),
					result("b/ad id", "again"),
				],
			}),
		).body as { messages: Array<{ role: string; content: Array<Record<string, unknown>> }> };
		const ids = messages[1]?.content.filter((block) => block.type === "tool_use").map((block) => block.id) ?? [];
		expect(messages[1]?.content.map((block) => block.type)).toEqual(["text", "tool_use", "tool_use"]);
		expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
		expect(messages[2]?.content.map((block) => [block.type, block.tool_use_id, block.is_error])).toEqual([
			["tool_result", ids[0], false],
			["tool_result", "c2", true],
			["text", undefined, undefined],
		]);
	});

	test("a failed turn without content and its trace are left out", () => {
		const failed = assistant([], { stopReason: "error", errorMessage: "boom" });
		const { messages } = encode(call({ messages: [user("a"), failed, user("b")] })).body;
		expect(messages).toEqual([
			{
				role: "user",
				content: [
					{ type: "text", text: "a" },
					{ type: "text", text: "b", cache_control: { type: "ephemeral" } },
				],
			},
		]);
	});

	test("the next turn's request begins with this turn's, cache marks aside", () => {
		const withoutMarks = (request: { body: Record<string, unknown> }) =>
			JSON.parse(JSON.stringify(request.body.messages, (key, value) => (key === "cache_control" ? undefined : value)));
		const history: Message[] = [];
		let previous: unknown[] = [];
		for (let turn = 0; turn < 6; turn++) {
			history.push(user(`question ${turn}`));
			const encoded = withoutMarks(encode(call({ messages: history })));
			expect(encoded.slice(0, previous.length)).toEqual(previous);
			previous = encoded;
			history.push(assistant([{ type: "text", text: `answer ${turn}` }]));
		}
	});

	test.each([
		["minimal", { type: "enabled", budget_tokens: 1024, display: "summarized" }],
		["high", { type: "enabled", budget_tokens: 16384, display: "summarized" }],
		["max", { type: "enabled", budget_tokens: 32768, display: "summarized" }],
	] as const)("effort %s becomes a thinking budget", (reasoning, thinking) => {
		const request = encode(call({ messages: [user("q")] }, { reasoning, temperature: 0.5 }));
		expect(request.body.thinking).toEqual(thinking);
		expect(request.body).not.toHaveProperty("temperature");
	});

	test("the output cap leaves room for the answer after the thinking", () => {
		const request = encode(call({ messages: [user("q")] }, { reasoning: "high", maxTokens: 1000 }));
		expect(request.body.max_tokens).toBe(16384 + 1024);
	});

	test("adaptive models are told an effort, and a forced tool turns thinking off", () => {
		const thinking = { mode: "anthropic-adaptive", efforts: ["low", "medium", "high", "max"] } as const;
		const tools = [{ name: "read", description: "", parameters: { type: "object" } }];
		const context: Context = { messages: [user("q")], tools };
		const free = encode(call(context, { reasoning: "xhigh" }, { thinking })).body;
		expect(free.output_config).toEqual({ effort: "high" });
		expect(free.thinking).toEqual({ type: "adaptive", display: "summarized" });
		const forced = encode(
			call(context, { reasoning: "high", toolChoice: { type: "tool", name: "read" } }, { thinking }),
		);
		expect(forced.body).toMatchObject({
			output_config: { effort: "low" },
			tool_choice: { type: "tool", name: "read" },
		});
		expect(forced.body).not.toHaveProperty("thinking");
	});

	test("a model without eyes is told that an image was left out", () => {
		const image = { type: "image" as const, data: "AAAA", mimeType: "image/png" };
		const { messages } = encode(
			call({ messages: [{ role: "user", content: [image], timestamp: 0 }] }, {}, { input: ["text"] }),
		).body as { messages: Array<{ content: unknown[] }> };
		expect(messages[0]?.content).toMatchObject([
			{ type: "text", text: "[image omitted: the active model does not support image input]" },
		]);
	});

	test("an OAuth token goes as a bearer, never as a key", () => {
		const { headers } = encode({ ...call({ messages: [user("q")] }), apiKey: "sk-ant-oat01-x" });
		expect(headers).toMatchObject({ authorization: "Bearer sk-ant-oat01-x", "anthropic-beta": "oauth-2025-04-20" });
		expect(headers).not.toHaveProperty("x-api-key");
	});
});
