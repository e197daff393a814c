import { describe, expect, test } from "bun:test";
import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AssistantMessage, Context, Message } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import type { StreamOptions } from "../../protocol/stream-options.ts";
import { emptyUsage } from "../../reply/usage.ts";
import { encode } from "./encode.ts";
import { anthropicSpeaker, sonnet as model } from "./testing/speaker.ts";

protocolContract(anthropicSpeaker);

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
	test("what sub-agents have in common is cached for all of them", () => {
		const own = (id: string) => call({ systemPrompt: ["static", "project", `You are ${id}`], messages: [user("go")] });
		const [one, other] = ["A", "B"].map((id) => encode(own(id)).body.system as Array<Record<string, unknown>>);
		expect(one?.map((block) => "cache_control" in block)).toEqual([false, true, true]);
		expect(one?.slice(0, 2)).toEqual(other?.slice(0, 2) ?? []);
	});

	test("the body has system, tools and messages, and marks the cacheable prefix", () => {
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

	test("signed thinking is only sent back to the model that produced it", () => {
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

	verifies("ai-streaming:anthropic:request-shape", () => {
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
					user("on"),
					assistant(
						[
							{ type: "toolCall", id: "b/ad id", name: "read", arguments: { path: "x" } },
							{ type: "text", text: "  " },
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
		expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
		expect(messages[0]?.content).toMatchObject([{ text: "go" }, { text: "on" }]);
		expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
		expect(messages[2]?.content.map((block) => [block.type, block.tool_use_id, block.is_error])).toEqual([
			["tool_result", ids[0], false],
			["tool_result", "c2", true],
			["text", undefined, undefined],
		]);
	});

	test("a failed turn without content is left out", () => {
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

	test("each request is a prefix of the next turn's, except for cache marks", () => {
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

	verifies("ai-streaming:thinking:budget-raises-max-tokens", () => {
		const request = encode(call({ messages: [user("q")] }, { reasoning: "high", maxTokens: 1000 }));
		expect(request.body.max_tokens).toBe(16384 + 1024);
		const roomy = encode(call({ messages: [user("q")] }, { reasoning: "high", maxTokens: 30_000 }));
		expect(roomy.body.max_tokens).toBe(30_000);
	});

	test.each([
		["a budget that fits stays", 64_000, undefined, 16_384, 64_000],
		["a budget that does not fit is lowered", 8192, undefined, 4192, 8192],
		["also when the caller wants less", 8192, 1000, 4192, 5216],
		["there is no thinking where it would leave no room", 4096, undefined, undefined, 4096],
		["a caller cannot ask for more than the model has", 8192, 50_000, 4192, 8192],
	])("the output limit is never above the model's: %s", (_, modelMax, wanted, budget, sent) => {
		const options = { reasoning: "high" as const, ...(wanted && { maxTokens: wanted }) };
		const { body } = encode(call({ messages: [user("q")] }, options, { maxTokens: modelMax }));
		expect(body.max_tokens).toBe(sent);
		expect(body.thinking).toMatchObject(budget ? { type: "enabled", budget_tokens: budget } : { type: "disabled" });
	});

	verifies("ai-streaming:anthropic:forced-choice", () => {
		const thinking = { mode: "anthropic-adaptive", efforts: ["low", "medium", "high", "max"] } as const;
		const tools = [{ name: "read", description: "", parameters: { type: "object" } }];
		const context: Context = { messages: [user("q")], tools };
		const free = encode(call(context, { reasoning: "xhigh" }, { thinking })).body;
		expect(free.output_config).toEqual({ effort: "high" });
		expect(free.thinking).toEqual({ type: "adaptive", display: "summarized" });
		for (const [toolChoice, tool_choice] of [
			[
				{ type: "tool", name: "read" },
				{ type: "tool", name: "read" },
			],
			["required", { type: "any" }],
		] as const) {
			const adaptive = encode(call(context, { reasoning: "high", toolChoice }, { thinking })).body;
			expect(adaptive).toMatchObject({ output_config: { effort: "low" }, tool_choice });
			expect(adaptive).not.toHaveProperty("thinking");
			const budget = encode(call(context, { reasoning: "high", toolChoice }));
			expect(budget.body).toMatchObject({ tool_choice });
			expect(budget.body).not.toHaveProperty("thinking");
			expect(budget.headers).not.toHaveProperty("anthropic-beta");
		}
		const absent = encode(call(context, { reasoning: "high", toolChoice: { type: "tool", name: "gone" } })).body;
		expect(absent.thinking).toMatchObject({ type: "enabled" });
		expect(absent).not.toHaveProperty("tool_choice");
	});

	verifies("ai-streaming:anthropic:headers", () => {
		const betas = (setup: ModelCall) => encode(setup).headers["anthropic-beta"]?.split(",") ?? [];
		const plain = call({ messages: [user("q")] });
		const withTools: Context = { messages: [user("q")], tools: [{ name: "look", description: "", parameters: {} }] };
		const { headers } = encode(plain);
		expect(headers).toMatchObject({ "x-api-key": "sk-test", "anthropic-version": "2023-06-01" });
		expect(headers).not.toHaveProperty("authorization");
		expect(betas(plain)).toEqual([]);
		const adaptive = { thinking: { mode: "anthropic-adaptive", efforts: ["low", "high"] } } as const;
		const interleaved = "interleaved-thinking-2025-05-14";
		const edits = "context-management-2025-06-27";
		expect(betas(call(withTools, { reasoning: "low" }))).toEqual([interleaved, edits]);
		expect(betas(call({ messages: [user("q")] }, { reasoning: "low" }))).toEqual([edits]);
		expect(betas(call(withTools, { reasoning: "low" }, adaptive))).toEqual(["effort-2025-11-24", edits]);
		expect(betas({ ...call(withTools, { reasoning: "low" }), env: { PI_NO_INTERLEAVED_THINKING: "1" } })).toEqual([
			edits,
		]);
		expect(betas(call(withTools, { reasoning: "low" }, { baseUrl: "https://gw.example.com" }))).toEqual([interleaved]);
		expect(betas(call({ messages: [user("q")] }, { cacheRetention: "long" }))).toEqual([
			"extended-cache-ttl-2025-04-11",
		]);

		const login = encode({ ...plain, apiKey: "sk-ant-oat01-x" }).headers;
		expect(login).toMatchObject({ authorization: "Bearer sk-ant-oat01-x", "anthropic-beta": "oauth-2025-04-20" });
		expect(login).not.toHaveProperty("x-api-key");
		const gateway = encode(call({ messages: [user("q")] }, {}, { compat: { authHeader: true } })).headers;
		expect(gateway).toMatchObject({ authorization: "Bearer sk-test", "x-api-key": "sk-test" });
	});

	verifies("ai-streaming:cache:anthropic-markers", () => {
		const history: Message[] = [
			user("one"),
			assistant([{ type: "text", text: "two" }]),
			user("three"),
			assistant([
				{ type: "text", text: "four" },
				{ type: "thinking", thinking: "hm", thinkingSignature: "sig" },
			]),
			{
				...user("five"),
				content: [
					{ type: "text", text: "five" },
					{ type: "text", text: "" },
				],
			},
		];
		const marked = (options: StreamOptions, env: ModelCall["env"] = {}) => {
			const context = { systemPrompt: ["static", "volatile"], messages: history };
			const { system, messages } = encode({ ...call(context, options), env }).body as {
				system: Array<Record<string, unknown>>;
				messages: Array<{ content: Array<Record<string, unknown>> }>;
			};
			return [...system, ...messages.flatMap(({ content }) => content)]
				.filter((block) => block.cache_control)
				.map((block) => [block.text, block.cache_control]);
		};
		const short = { type: "ephemeral" };
		const long = { type: "ephemeral", ttl: "1h" };
		expect(marked({})).toEqual([
			["volatile", short],
			["four", short],
			["five", short],
		]);
		expect(marked({ cacheRetention: "long" })).toEqual([
			["volatile", long],
			["four", long],
			["five", long],
		]);
		expect(marked({ cacheRetention: "none" })).toEqual([]);
		expect(marked({ cacheRetention: "none" }, { PI_CACHE_RETENTION: "long" })).toHaveLength(3);
	});
});
