import { describe, expect, test } from "bun:test";
import { image, toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ProviderError } from "../../errors/provider-error.ts";
import type { Message, Tool } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import { gpt } from "../responses/testing/contract-speaker.ts";
import { assistantOf, callTo, readTool } from "../testing/calls.ts";
import { encode } from "./encode.ts";
import { openaiResponses } from "./protocol.ts";

const call = callTo(gpt);
const assistant = assistantOf(gpt);
const body = (...args: Parameters<typeof call>) => encode(call(...args)).body;
const input = (...args: Parameters<typeof call>) => body(...args).input as Array<Record<string, unknown>>;
const plain = { id: "gpt-4.1", reasoning: false };
const custom = { provider: "custom", baseUrl: "https://gateway.example.com/v1" };
const said = (text: string) => ({
	type: "message",
	role: "assistant",
	status: "completed",
	content: [{ type: "output_text", text, annotations: [] }],
});

describe("openai-responses request", () => {
	verifies("ai-streaming:responses:request-shape", () => {
		const request = encode(
			call(
				{ systemPrompt: ["static", "less static"], messages: [user("go")], tools: [readTool] },
				{ sessionId: "s".repeat(80), reasoning: "high" },
			),
		);
		expect(request.url).toBe("https://api.openai.com/v1/responses");
		expect(request.headers).toMatchObject({ authorization: "Bearer sk-test" });
		expect(request.body).toEqual({
			model: "gpt-5.5",
			stream: true,
			prompt_cache_key: "s".repeat(64),
			max_output_tokens: 64_000,
			tools: [
				{
					type: "function",
					name: "read",
					description: "Reads a file",
					parameters: {
						type: "object",
						properties: { path: { type: "string" }, limit: { anyOf: [{ type: "integer" }, { type: "null" }] } },
						required: ["path", "limit"],
						additionalProperties: false,
					},
					strict: true,
				},
			],
			include: ["reasoning.encrypted_content"],
			reasoning: { effort: "high", summary: "auto" },
			stream_options: { include_obfuscation: false },
			store: false,
			input: [
				{
					role: "developer",
					content: [
						{ type: "input_text", text: "static" },
						{ type: "input_text", text: "less static" },
					],
				},
				{ role: "user", content: [{ type: "input_text", text: "go" }] },
			],
		});
	});

	test("models without reasoning, and hosts without a developer role, get instructions", () => {
		const context = { systemPrompt: ["a", "b"], messages: [user("go")] };
		for (const overrides of [plain, custom]) {
			expect(body(context, {}, overrides)).toMatchObject({
				instructions: "a\n\nb",
				input: [{ role: "user", content: [{ type: "input_text", text: "go" }] }],
			});
		}
		const developer: Message = { role: "developer", content: "mind", timestamp: 0 };
		expect(input([developer])[0]?.role).toBe("developer");
		expect(input([developer], {}, custom)[0]?.role).toBe("user");
	});

	verifies("ai-streaming:responses:call-id-pair", () => {
		const history = [
			user([
				{ type: "text", text: "look" },
				{ ...image, detail: "high" },
			]),
			assistant([
				{ type: "text", text: "Reading.", textSignature: '{"phase":"commentary"}' },
				{ type: "toolCall", id: "call_1|fc_1", name: "read", arguments: { path: "a" } },
				{ type: "toolCall", id: "call_2|fc_2", name: "read", arguments: {} },
			]),
			toolResult("call_1|fc_1", "text of a"),
			toolResult("call_2|fc_2", "", { content: [image] }),
		];
		const image_url = "data:image/png;base64,iVBORw0KGgo=";
		expect(input(history)).toEqual([
			{
				role: "user",
				content: [
					{ type: "input_text", text: "look" },
					{ type: "input_image", detail: "high", image_url },
				],
			},
			{ ...said("Reading."), phase: "commentary" },
			{ type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"a"}' },
			{ type: "function_call", call_id: "call_2", name: "read", arguments: "{}" },
			{ type: "function_call_output", call_id: "call_1", output: "text of a" },
			{ type: "function_call_output", call_id: "call_2", output: "(see the image below)" },
			{
				role: "user",
				content: [
					{ type: "input_text", text: "Images from the tool results:" },
					{ type: "input_image", detail: "auto", image_url },
				],
			},
		]);
	});

	test("reasoning in the open is sent back to hosts that want it", () => {
		const deepseek = { id: "deepseek-v4-flash", provider: "deepseek", baseUrl: "https://api.deepseek.com" };
		const content = [{ type: "reasoning_text", text: "hm" }];
		const signed = (fields: object) =>
			JSON.stringify({ type: "reasoning", id: "rs_1", summary: [], content, ...fields });
		const turn = (thinkingSignature: string | undefined, from: Partial<Model>) => [
			assistantOf({ ...gpt, ...from })([
				{ type: "thinking", thinking: "hm", ...(thinkingSignature && { thinkingSignature }) },
				{ type: "text", text: "yes" },
			]),
		];
		const open = { type: "reasoning", summary: [], content };
		expect(input(turn(signed({}), deepseek), {}, deepseek)).toEqual([open, said("yes")]);
		expect(input(turn(undefined, deepseek), {}, deepseek)).toEqual([open, said("yes")]);
		expect(input(turn(signed({ encrypted_content: "seal" }), deepseek), {}, deepseek)).toEqual([
			{ ...open, encrypted_content: "seal" },
			said("yes"),
		]);
		expect(input(turn(signed({}), {}))).toEqual([said("yes")]);
	});

	test("encrypted reasoning is sent back to its model without its id; other thinking is not", () => {
		const item = {
			type: "reasoning",
			id: "rs_1",
			summary: [{ type: "summary_text", text: "hm" }],
			encrypted_content: "seal",
		};
		const history = [
			assistant([
				{ type: "thinking", thinking: "hm", thinkingSignature: JSON.stringify(item), itemId: "rs_1" },
				{ type: "thinking", thinking: "unsealed" },
				{ type: "text", text: "yes" },
			]),
		];
		expect(input(history)).toEqual([
			{ type: "reasoning", summary: item.summary, encrypted_content: "seal" },
			said("yes"),
		]);
		expect(input(history, {}, { id: "gpt-5.4" })).toEqual([
			said("<think>\nhm\n</think>"),
			said("<think>\nunsealed\n</think>"),
			said("yes"),
		]);
	});

	test("foreign ids are mapped to valid ones, consistently for call and result", () => {
		const history = [
			assistant([{ type: "toolCall", id: "toolu_01/x", name: "read", arguments: {} }]),
			toolResult("toolu_01/x", "found"),
		];
		const [made, answer] = input(history);
		expect(made?.call_id).toMatch(/^call_[a-z0-9]+$/);
		expect(answer?.call_id).toBe(made?.call_id);
	});

	test("a call without a result gets one; an orphaned result is dropped, or becomes a note where pairs are required", () => {
		const history = [
			assistant([{ type: "toolCall", id: "call_a", name: "read", arguments: {} }]),
			toolResult("call_lost", "nobody asked"),
		];
		expect(input(history).slice(1)).toEqual([
			{ type: "function_call_output", call_id: "call_a", output: "No result provided" },
		]);
		const copilot = { provider: "github-copilot", baseUrl: "https://api.githubcopilot.com" };
		expect(input(history, {}, copilot).at(-1)).toEqual(said("[Orphan read result; call_id=call_lost]: nobody asked"));
	});

	test("a freeform tool is offered, called and answered as such", () => {
		const tool: Tool = { ...readTool, name: "apply_patch", customFormat: { syntax: "lark", definition: "start: x" } };
		const freeform: Partial<Model> = { applyPatchToolType: "freeform" };
		const history = [
			assistant([
				{
					type: "toolCall",
					id: "call_1",
					name: "apply_patch",
					arguments: { input: "*** Begin" },
					customWireName: "apply_patch",
				},
			]),
			toolResult("call_1", "done"),
		];
		const sent = body(
			{ messages: history, tools: [tool] },
			{ toolChoice: { type: "tool", name: "apply_patch" } },
			freeform,
		);
		expect(sent.tools).toEqual([
			{
				type: "custom",
				name: "apply_patch",
				description: "Reads a file",
				format: { type: "grammar", syntax: "lark", definition: "start: x" },
			},
		]);
		expect(sent.tool_choice).toEqual({ type: "custom", name: "apply_patch" });
		expect(sent.input).toEqual([
			{ type: "custom_tool_call", call_id: "call_1", name: "apply_patch", input: "*** Begin" },
			{ type: "custom_tool_call_output", call_id: "call_1", output: "done" },
		]);
		expect((body({ messages: [], tools: [tool] }).tools as Array<{ type: string }>)[0]?.type).toBe("function");
	});

	test("each request is a prefix of the next turn's", () => {
		const history: Message[] = [];
		let previous: unknown[] = [];
		for (let turn = 0; turn < 6; turn++) {
			history.push(user(`question ${turn}`));
			const encoded = input({ systemPrompt: ["s"], messages: history });
			expect(encoded.slice(0, previous.length)).toEqual(previous as typeof encoded);
			previous = encoded;
			const id = `call_${turn}`;
			history.push(assistant([{ type: "toolCall", id, name: "read", arguments: { turn } }]), toolResult(id, "ok"));
		}
	});
});

describe("openai-responses thinking and limits", () => {
	const reasoningOf = (reasoning: Parameters<typeof call>[1], overrides: Partial<Model> = {}) =>
		body([user("q")], reasoning, overrides).reasoning;

	test.each([
		["minimal", "low"],
		["low", "low"],
		["medium", "medium"],
		["high", "high"],
		["xhigh", "xhigh"],
		["max", "xhigh"],
	] as const)("level %s is asked for as %s", (level, effort) => {
		expect(reasoningOf({ reasoning: level })).toEqual({ effort, summary: "auto" });
	});

	test("minimal is kept if the model has it; off is the lowest level without a summary", () => {
		const gpt5 = { thinking: { mode: "effort", efforts: ["minimal", "low", "high"] } } as const;
		expect(reasoningOf({ reasoning: "minimal" }, gpt5)).toEqual({ effort: "minimal", summary: "auto" });
		expect(reasoningOf({})).toEqual({ effort: "low" });
		expect(reasoningOf({ reasoning: "high", hideThinkingSummary: true })).toEqual({ effort: "high" });
		expect(reasoningOf({ reasoning: "high" }, plain)).toBeUndefined();
	});

	test("a refused effort is not sent again", () => {
		const asked = call([user("q")], { reasoning: "xhigh" });
		const message = "400 Unsupported value: reasoning.effort 'xhigh'. Supported values are: 'low', 'medium'.";
		expect(openaiResponses.adapt?.(new ProviderError("invalid-request", message, { status: 400 }), asked)).toBe(true);
		expect(encode({ ...asked }).body.reasoning).toEqual({ effort: "medium", summary: "auto" });
	});

	test.each([
		["the model's, up to 64000", {}, {}, 64_000],
		["the model's", {}, { maxTokens: 100 }, 100],
		["the caller's", { maxTokens: 90_000 }, {}, 90_000],
		["none where the model wants none", { maxTokens: 5 }, { omitMaxOutputTokens: true }, undefined],
	])("the limit is %s", (_, options, overrides, expected) => {
		expect(body([user("q")], options, overrides).max_output_tokens).toBe(expected as number);
	});

	test("sampling parameters are sent only to models that accept them", () => {
		const options = { temperature: 0.3, topP: 0.9, presencePenalty: 1 };
		expect(body([user("q")], options)).not.toHaveProperty("temperature");
		expect(body([user("q")], options, plain)).toMatchObject({ temperature: 0.3, top_p: 0.9 });
		expect(body([user("q")], options, plain)).not.toHaveProperty("presence_penalty");
	});

	verifies("ai-streaming:cache:openai-key", () => {
		const long = { sessionId: "s", cacheRetention: "long" } as const;
		expect(body([user("q")], long)).toMatchObject({ prompt_cache_key: "s", prompt_cache_retention: "24h" });
		expect(body([user("q")], long, custom)).not.toHaveProperty("prompt_cache_retention");
		expect(body([user("q")], { ...long, cacheRetention: "none" })).not.toHaveProperty("prompt_cache_key");
		expect(body([user("q")], {}, custom)).not.toHaveProperty("stream_options");
	});

	test.each([
		["none", "none"],
		["any", "required"],
		[
			{ type: "tool", name: "read" },
			{ type: "function", name: "read" },
		],
		[{ type: "tool", name: "absent" }, undefined],
	] as const)("choice %j is sent as %j", (toolChoice, expected) => {
		expect(body({ messages: [user("q")], tools: [readTool] }, { toolChoice }).tool_choice).toEqual(expected);
	});

	verifies("ai-streaming:responses:schema-quarantine", () => {
		const open = { ...readTool, name: "open", parameters: { type: "object", additionalProperties: true } };
		const bad = { ...readTool, name: "bad", parameters: { type: "string" } };
		const either = {
			...readTool,
			name: "either",
			strict: false,
			parameters: { type: "object", properties: { p: { oneOf: [{ type: "string" }, { type: "integer" }] } } },
		};
		const tools = body({ messages: [], tools: [open, bad, either] }).tools as Array<Record<string, unknown>>;
		expect(tools.map(({ name, strict }) => [name, strict])).toEqual([
			["open", false],
			["either", false],
		]);
		expect(tools[1]?.parameters).toEqual({
			type: "object",
			properties: { p: { anyOf: [{ type: "string" }, { type: "integer" }] } },
		});
	});

	test("the service tier is sent by name", () => {
		expect(body([user("q")], { serviceTier: "flex" }).service_tier).toBe("flex");
		expect(body([user("q")], { serviceTier: "claude-only" })).not.toHaveProperty("service_tier");
	});
});
