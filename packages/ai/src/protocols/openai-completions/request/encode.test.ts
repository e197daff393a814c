import { describe, expect, test } from "bun:test";
import { image, toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Message } from "../../../message.ts";
import type { Model } from "../../../model/model.ts";
import { readTool } from "../../testing/calls.ts";
import { assistant, body, call, custom, messages, reasoner } from "../testing/request-fixture.ts";
import { encode } from "./encode.ts";

describe("openai-completions request", () => {
	test("the body has prompt, tools and limits, and the key is a bearer token", () => {
		const request = encode(
			call({ systemPrompt: ["static", "less static"], messages: [user("go")], tools: [readTool] }, { maxTokens: 99 }),
		);
		expect(request.url).toBe("https://api.openai.com/v1/chat/completions");
		expect(request.headers).toMatchObject({ authorization: "Bearer sk-test" });
		expect(request.headers["user-agent"]).toStartWith("omp/");
		expect(request.body).toEqual({
			model: "gpt-4.1",
			messages: [
				{ role: "system", content: "static" },
				{ role: "system", content: "less static" },
				{ role: "user", content: "go" },
			],
			stream: true,
			stream_options: { include_usage: true },
			store: false,
			max_completion_tokens: 99,
			tools: [
				{
					type: "function",
					function: {
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
				},
			],
		});
	});

	verifies("ai-streaming:pipeline:system-blocks", () => {
		const context = { systemPrompt: ["a", "b"], messages: [user("go")], tools: [readTool] };
		expect(body(context, {}, custom)).toEqual({
			model: "gpt-4.1",
			messages: [
				{ role: "system", content: "a\n\nb" },
				{ role: "user", content: "go" },
			],
			stream: true,
			stream_options: { include_usage: true },
			max_completion_tokens: 32_768,
			tools: [
				{
					type: "function",
					function: { name: "read", description: "Reads a file", parameters: readTool.parameters },
				},
			],
		});
	});

	test("OpenAI's reasoning models get a developer prompt, others system or user", () => {
		const context = {
			systemPrompt: ["prompt"],
			messages: [user("go"), { role: "developer", content: "mind this", timestamp: 0 } satisfies Message],
		};
		const roles = (overrides: Partial<Model>) => messages(context, {}, overrides).map(({ role }) => role);
		expect(roles(reasoner)).toEqual(["developer", "user", "developer"]);
		expect(roles({})).toEqual(["system", "user", "user"]);
		expect(roles({ ...reasoner, ...custom })).toEqual(["system", "user", "user"]);
	});

	verifies("ai-streaming:chat:request-shape", () => {
		const history = [
			user([{ type: "text", text: "look" }, image]),
			assistant([
				{ type: "toolCall", id: "call_1", name: "read", arguments: { path: "a" } },
				{ type: "toolCall", id: "call_2|fc_9", name: "read", arguments: {} },
			]),
			toolResult("call_1", "text of a"),
			toolResult("call_2|fc_9", "", { content: [image] }),
			user("and?"),
		];
		const url = "data:image/png;base64,iVBORw0KGgo=";
		expect(messages(history)).toEqual([
			{
				role: "user",
				content: [
					{ type: "text", text: "look" },
					{ type: "image_url", image_url: { url } },
				],
			},
			{
				role: "assistant",
				content: "",
				tool_calls: [
					{ id: "call_1", type: "function", function: { name: "read", arguments: '{"path":"a"}' } },
					{ id: "call_2", type: "function", function: { name: "read", arguments: "{}" } },
				],
			},
			{ role: "tool", tool_call_id: "call_1", content: "text of a" },
			{ role: "tool", tool_call_id: "call_2", content: "(see the image below)" },
			{
				role: "user",
				content: [
					{ type: "text", text: "Images from the tool results:" },
					{ type: "image_url", image_url: { url } },
				],
			},
			{ role: "user", content: "and?" },
		]);
	});

	test("ids over 40 characters are shortened consistently for call and result", () => {
		const long = `toolu_${"x".repeat(60)}`;
		const history = [
			assistant([{ type: "toolCall", id: long, name: "read", arguments: {} }]),
			toolResult(long, "found"),
		];
		const [turn, answer] = messages(history) as [{ tool_calls: Array<{ id: string }> }, { tool_call_id: string }];
		const id = turn.tool_calls[0]?.id ?? "";
		expect(id.length).toBeLessThanOrEqual(40);
		expect(answer.tool_call_id).toBe(id);
	});

	test("a call without a result gets one; a result without a call is dropped", () => {
		const history = [
			user("go"),
			assistant([{ type: "toolCall", id: "a", name: "read", arguments: {} }]),
			toolResult("lost", "nobody asked"),
		];
		expect(messages(history).slice(2)).toEqual([{ role: "tool", tool_call_id: "a", content: "No result provided" }]);
	});

	test("Mistral: nine-character ids, names in results, max_tokens, and a turn between result and user", () => {
		const history = [
			user("go"),
			assistant(
				[
					{ type: "thinking", thinking: "hm" },
					{ type: "toolCall", id: "call_1", name: "read", arguments: {} },
				],
				{ provider: "mistral", model: "devstral" },
			),
			toolResult("call_1", "text"),
			user("next"),
		];
		const mistral = { provider: "mistral", id: "devstral", baseUrl: "https://api.mistral.ai/v1" };
		const sent = body(history, {}, mistral);
		const [, turn, answer, between, next] = sent.messages as Array<Record<string, unknown>>;
		const id = (turn?.tool_calls as Array<{ id: string }> | undefined)?.[0]?.id;
		expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
		expect(answer).toEqual({ role: "tool", tool_call_id: id, name: "read", content: "text" });
		expect(between?.role).toBe("assistant");
		expect(next).toEqual({ role: "user", content: "next" });
		expect(turn?.content).toEqual([{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }]);
		const asText = { replayThinkingParts: false, requiresThinkingAsText: true };
		expect(messages(history, {}, { ...mistral, compat: asText })[1]?.content).toBe("<thinking>\nhm\n</thinking>\n");
		expect(sent).toHaveProperty("max_tokens");
		expect(sent).not.toHaveProperty("reasoning_effort");
	});

	test("DeepSeek gets its reasoning back; other hosts of its models a placeholder if missing", () => {
		const deepseek = {
			id: "deepseek-v4-pro",
			provider: "deepseek",
			baseUrl: "https://api.deepseek.com",
			reasoning: true,
		};
		const toolCall = { type: "toolCall" as const, id: "c", name: "read", arguments: {} };
		const own = assistant([{ type: "thinking", thinking: "hm" }, toolCall], {
			provider: "deepseek",
			model: "deepseek-v4-pro",
		});
		const foreign = assistant([toolCall]);
		const turnOf = (message: Message, overrides: Partial<Model>) => messages([message], {}, overrides)[0];
		expect(turnOf(own, deepseek)).toMatchObject({ reasoning_content: "hm", content: "" });
		expect(turnOf(foreign, deepseek)).not.toHaveProperty("reasoning_content");
		expect(turnOf(foreign, { ...deepseek, ...custom })).toMatchObject({ reasoning_content: "." });
	});

	test("thinking is not sent to a host without support, and foreign thinking becomes text", () => {
		const history = [
			assistant([
				{ type: "thinking", thinking: "hm" },
				{ type: "text", text: "yes" },
			]),
		];
		expect(messages(history)).toEqual([{ role: "assistant", content: "yes" }]);
		expect(messages(history, {}, { id: "gpt-4.1-mini" })).toEqual([
			{ role: "assistant", content: "<think>\nhm\n</think>yes" },
		]);
	});

	test("a model without vision gets a note in place of an image", () => {
		expect(messages([user([image])], {}, { input: ["text"] })).toEqual([
			{ role: "user", content: "[image omitted: the active model does not support image input]" },
		]);
	});

	test("Harmony control tokens in replayed text are escaped", () => {
		const history = [assistant([{ type: "text", text: "see <|channel|>final" }], { model: "openai/gpt-oss-120b" })];
		const [turn] = messages(history, {}, { ...custom, id: "openai/gpt-oss-120b" });
		expect(turn?.content).toBe("see <\u200b|channel|>final");
	});

	test("each request is a prefix of the next turn's", () => {
		const history: Message[] = [];
		let previous: unknown[] = [];
		for (let turn = 0; turn < 6; turn++) {
			history.push(user(`question ${turn}`));
			const encoded = messages({ systemPrompt: ["s"], messages: history });
			expect(encoded.slice(0, previous.length)).toEqual(previous as typeof encoded);
			previous = encoded;
			const id = `call_${turn}`;
			history.push(assistant([{ type: "toolCall", id, name: "read", arguments: { turn } }]), toolResult(id, "ok"));
		}
	});
});
