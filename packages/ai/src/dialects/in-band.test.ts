import { describe, expect, test } from "bun:test";
import { assistant, image, readTool, toolCall, toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { delivered, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Context } from "../message.ts";
import type { Model } from "../model/model.ts";
import type { StreamOptions } from "../protocol/stream-options.ts";
import { builtInProtocols } from "../protocols/protocols.ts";
import { createStream } from "../stream/stream.ts";
import { dialectFor, dialects } from "./registry.ts";
import { rewriteContext } from "./rewrite-context.ts";

const model: Model = {
	id: "llama-3.1-8b",
	name: "Llama",
	provider: "custom",
	api: "openai-completions",
	baseUrl: "",
	reasoning: false,
	supportsTools: false,
	input: ["text", "image"],
	cost: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 128_000,
	maxTokens: 4096,
};
const call = (path: string) => `<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>${path}</arg_value>\n</tool_call>`;

async function ask(
	answer: string,
	setup: { model?: Partial<Model>; options?: StreamOptions; stopReason?: string; context?: Context } = {},
) {
	const usage = { inputTokens: 10, outputTokens: 5 };
	const reply = text(answer, { usage, ...(setup.stopReason && { stopReason: setup.stopReason }) });
	await using server = await modelServer({ replies: [delivered(reply, { chunkChars: 5 })] });
	const stream = createStream({ host: { now: () => 1000, env: {} }, protocols: builtInProtocols });
	const chosen: Model = { ...model, ...setup.model };
	const baseUrl = chosen.api === "anthropic-messages" ? server.url : `${server.url}/v1`;
	const context = setup.context ?? { systemPrompt: ["Be brief."], messages: [user("go")], tools: [readTool] };
	const answering = stream({ ...chosen, baseUrl }, context, { apiKey: "k", ...setup.options });
	const types: string[] = [];
	for await (const event of answering) if (types.at(-1) !== event.type) types.push(event.type);
	return { message: await answering.result(), types, body: server.requests[0] as Record<string, unknown> };
}

describe("in-band tools", () => {
	verifies("ai-streaming:dialect:in-band-tools", async () => {
		expect(dialects.map(({ name }) => name).sort()).toEqual([
			"anthropic",
			"deepseek",
			"gemini",
			"gemma",
			"glm",
			"harmony",
			"hermes",
			"kimi",
			"minimax",
			"qwen3",
			"xml",
		]);
		const { message, types, body } = await ask(`<think>hm</think>I look.\n${call("a")}\n${call("b")}\n`);
		expect(message.content).toEqual([
			{ type: "thinking", thinking: "hm" },
			{ type: "text", text: "I look." },
			{ type: "toolCall", id: "ptc_rs_1", name: "read", arguments: { path: "a" } },
			{ type: "toolCall", id: "ptc_rs_2", name: "read", arguments: { path: "b" } },
		]);
		expect(message).toMatchObject({ stopReason: "toolUse", usage: { input: 10, output: 5, totalTokens: 15 } });
		expect(types).toEqual([
			"start",
			"thinking_start",
			"thinking_delta",
			"thinking_end",
			"text_start",
			"text_delta",
			"text_end",
			"toolcall_start",
			"toolcall_delta",
			"toolcall_end",
			"toolcall_start",
			"toolcall_delta",
			"toolcall_end",
			"done",
		]);
		expect(body).not.toHaveProperty("tools");
		expect(JSON.stringify(body.messages)).toContain("# Tools");
	});

	test("any protocol will do, and a native model can be asked to do so too", async () => {
		const { message, body } = await ask('<invoke name="read"><parameter name="path">a</parameter></invoke>', {
			model: { api: "anthropic-messages", provider: "anthropic", id: "claude-sonnet-4-5", supportsTools: true },
			options: { toolFormat: "xml", toolChoice: "required" },
		});
		expect(message.content).toMatchObject([{ type: "toolCall", name: "read", arguments: { path: "a" } }]);
		expect(message.stopReason).toBe("toolUse");
		expect(body).not.toHaveProperty("tools");
		expect(body).not.toHaveProperty("tool_choice");
	});

	test("the format `native` leaves the calls to the API whatever the model says", async () => {
		const { message, body } = await ask(call("a"), { options: { toolFormat: "native" } });
		expect(message.content).toEqual([{ type: "text", text: call("a") }]);
		expect(body).toHaveProperty("tools");
	});

	verifies("ai-streaming:dialect:fabricated-result", async () => {
		const lie = `${call("a")}\n<tool_response>\nmade up\n</tool_response>\nSo it says.`;
		const { message } = await ask(lie);
		expect(message).toMatchObject({ stopReason: "toolUse", content: [{ type: "toolCall", arguments: { path: "a" } }] });
		expect(message.content).toHaveLength(1);
		const allowed = await ask(lie, { options: { abortOnFabricatedResult: false } });
		expect(allowed.message.content.map((block) => block.type)).toEqual(["toolCall", "text"]);
	});

	test("a result form without a call before it is mere text", async () => {
		const { message } = await ask("Results look like <tool_response>this</tool_response>.");
		expect(message).toMatchObject({
			stopReason: "stop",
			content: [{ type: "text", text: "Results look like <tool_response>this</tool_response>." }],
		});
	});

	verifies("ai-streaming:dialect:unterminated-call", async () => {
		const cut = call("some/path").slice(0, -"value>\n</tool_call>".length);
		expect((await ask(cut)).message).toMatchObject({
			stopReason: "toolUse",
			content: [{ type: "toolCall", arguments: { path: "some/path" } }],
		});
		expect((await ask(`Well. ${cut}`, { stopReason: "length" })).message).toMatchObject({
			stopReason: "length",
			content: [{ type: "text", text: "Well. " }],
		});
	});

	test("an unknown format is an error that names the known ones", async () => {
		const { message } = await ask("x", { options: { toolFormat: "klingon" } });
		expect(message.errorMessage).toContain('No tool format "klingon"');
	});
});

describe("in-band history", () => {
	const rewrite = (context: Context, format = "kimi") => rewriteContext(context, model, dialectFor(model, format));

	test("calls and results are told as text, results of a turn together and in the order of the calls", () => {
		const { messages } = rewrite({
			messages: [
				user("go"),
				assistant(model, [{ type: "text", text: "Looking." }, toolCall("c1", { path: "a" }), toolCall("c2")]),
				toolResult("c2", [{ type: "text", text: "two" }, image]),
				toolResult("c1", "one", { isError: true }),
				toolResult("lost", "nobody asked"),
				user("next"),
				assistant(model, [toolCall("c3")]),
			],
		});
		expect(messages.map(({ role, content }) => ({ role, content }))).toEqual([
			{ role: "user", content: "go" },
			{
				role: "assistant",
				content: [
					{ type: "text", text: "Looking." },
					{
						type: "text",
						text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path":"a"}<|tool_call_end|><|tool_call_begin|>functions.read:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
					},
				],
			},
			{
				role: "user",
				content: [
					{ type: "text", text: "## Return of functions.read:0\nError: one\n## Return of functions.read:1\ntwo" },
					image,
				],
			},
			{ role: "user", content: "next" },
			{
				role: "assistant",
				content: [
					{
						type: "text",
						text: "<|tool_calls_section_begin|><|tool_call_begin|>functions.read:2<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>",
					},
				],
			},
			{
				role: "user",
				content: [{ type: "text", text: "## Return of functions.read:2\nError: No result provided" }],
			},
		]);
	});

	test("the tools come last in the prompt, and a conversation without tools is not told of them", () => {
		const { systemPrompt } = rewrite({ systemPrompt: ["first"], messages: [user("go")], tools: [readTool] });
		expect(systemPrompt).toEqual(["first", expect.stringContaining('"name":"read"')]);
		expect(rewrite({ systemPrompt: ["first"], messages: [] }).systemPrompt).toEqual(["first"]);
	});

	test("the next turn's history begins with this turn's", () => {
		const messages: Context["messages"][number][] = [];
		let previous: unknown[] = [];
		for (let turn = 0; turn < 5; turn++) {
			messages.push(user(`question ${turn}`));
			const rewritten = rewrite({ messages }, "glm").messages;
			expect(rewritten.slice(0, previous.length)).toEqual(previous as (typeof rewritten)[number][]);
			previous = [...rewritten];
			messages.push(assistant(model, [toolCall(`c${turn}`, { turn })]), toolResult(`c${turn}`, "ok"));
		}
	});
});
