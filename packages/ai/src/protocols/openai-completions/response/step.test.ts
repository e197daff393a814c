import { describe, expect, test } from "bun:test";
import { ask, foldedOutline, question } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { deliver, deliverAndStall } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import type { WireSpeaker } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Model } from "../../../model/model.ts";
import type { Protocol } from "../../../protocol/protocol.ts";
import { openaiCompletions } from "../protocol.ts";
import { messages, model, reasoner } from "../testing/request-fixture.ts";

const magistral = { id: "magistral-medium-latest", provider: "mistral", baseUrl: "https://api.mistral.ai/v1" };

const contentType = "text/event-stream";
const bytes = (chunks: readonly unknown[]) =>
	new TextEncoder().encode(
		chunks.map((chunk) => `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`).join(""),
	);
const delta = (fields: object, finish_reason: string | null = null) => ({
	id: "chatcmpl-7",
	choices: [{ index: 0, delta: fields, finish_reason }],
});
const call = (index: number | undefined, fields: { id?: string; name?: string; arguments?: unknown }) => {
	const { id, ...fn } = fields;
	return delta({ tool_calls: [{ index, id, function: fn }] });
};
const finish = (reason: string) => delta({}, reason);

const speakerFor = (overrides: Partial<Model> = {}, protocol: object = {}) =>
	({
		model: { ...model, ...overrides },
		protocol: { ...openaiCompletions, ...protocol } as unknown as Protocol,
	}) as WireSpeaker;

const hear = (chunks: readonly unknown[], overrides: Partial<Model> = {}) =>
	ask(speakerFor(overrides), [() => deliver([bytes(chunks)], { contentType })]);

describe("openai-completions stream", () => {
	verifies("ai-streaming:chat:stream", async () => {
		const { message, events } = await hear([
			delta({ role: "assistant", content: "" }),
			delta({ reasoning_content: "Look " }),
			delta({ reasoning_content: "first." }),
			delta({ content: "Reading" }),
			delta({ content: "." }),
			call(0, { id: "a", name: "read", arguments: '{"path":' }),
			call(0, { arguments: '"A"}' }),
			call(1, { id: "b", name: "read", arguments: "{}" }),
			finish("tool_calls"),
			{ id: "chatcmpl-7", choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } },
			"[DONE]",
		]);
		expect(foldedOutline(events)).toEqual([
			"start",
			"thinking_start 0",
			"thinking_delta 0",
			"thinking_end 0 Look first.",
			"text_start 1",
			"text_delta 1",
			"text_end 1 Reading.",
			"toolcall_start 2",
			"toolcall_delta 2",
			'toolcall_end 2 read {"path":"A"}',
			"toolcall_start 3",
			"toolcall_delta 3",
			"toolcall_end 3 read {}",
			"done toolUse",
		]);
		expect(message).toMatchObject({ responseId: "chatcmpl-7", usage: { input: 9, output: 4, totalTokens: 13 } });
	});

	test("alternating fragments of two calls are assigned correctly", async () => {
		const { message, events } = await hear([
			call(0, { id: "a", name: "read", arguments: "" }),
			call(1, { id: "b", name: "read", arguments: '{"pa' }),
			call(0, { arguments: '{"path":' }),
			call(1, { arguments: 'th":"B"}' }),
			call(0, { arguments: '"A"}' }),
			finish("tool_calls"),
			"[DONE]",
		]);
		expect(message.content).toEqual([
			{ type: "toolCall", id: "a", name: "read", arguments: { path: "A" } },
			{ type: "toolCall", id: "b", name: "read", arguments: { path: "B" } },
		]);
		expect(events.filter((event) => event.type === "toolcall_end")).toHaveLength(2);
	});

	test("a complete call ends when the next block begins", async () => {
		const { events } = await hear([
			delta({ reasoning_content: "hm" }),
			call(0, { id: "a", name: "read", arguments: '{"path":"A"}' }),
			delta({ content: "and" }),
			finish("tool_calls"),
			"[DONE]",
		]);
		expect(foldedOutline(events)).toEqual([
			"start",
			"thinking_start 0",
			"thinking_delta 0",
			"thinking_end 0 hm",
			"toolcall_start 1",
			"toolcall_delta 1",
			'toolcall_end 1 read {"path":"A"}',
			"text_start 2",
			"text_delta 2",
			"text_end 2 and",
			"done toolUse",
		]);
	});

	test.each([
		[
			"without an index",
			[
				call(undefined, { id: "a", name: "x", arguments: "{}" }),
				call(undefined, { id: "b", name: "y", arguments: "{}" }),
			],
		],
		[
			"all numbered 0",
			[call(0, { id: "a", name: "x", arguments: "{}" }), call(0, { id: "b", name: "y", arguments: "{}" })],
		],
		[
			"with the name after the arguments",
			[call(0, { id: "a", arguments: "{" }), call(0, { name: "x", arguments: "}" }), call(1, { id: "b", name: "y" })],
		],
		[
			"with repeated names",
			[
				call(0, { id: "a", name: "x", arguments: "{" }),
				call(0, { name: "x", arguments: "}" }),
				call(1, { id: "b", name: "y" }),
			],
		],
	])("calls %s are distinguished", async (_, chunks) => {
		const { message } = await hear([...chunks, finish("tool_calls"), "[DONE]"]);
		expect(message.content).toEqual([
			{ type: "toolCall", id: "a", name: "x", arguments: {} },
			{ type: "toolCall", id: "b", name: "y", arguments: {} },
		]);
	});

	test("arguments sent as objects are merged", async () => {
		const { message } = await hear([
			call(0, { id: "a", name: "x", arguments: { path: "a", options: { deep: true } } }),
			call(0, { arguments: { path: "/b", options: { wide: 1 } } }),
			finish("tool_calls"),
			"[DONE]",
		]);
		expect(message.content).toMatchObject([{ arguments: { path: "a/b", options: { deep: true, wide: 1 } } }]);
	});

	test("calls without an id, or with a used one, get a new one", async () => {
		const { message } = await hear([
			call(0, { name: "x", arguments: "{}" }),
			call(1, { id: "same", name: "x", arguments: "{}" }),
			call(2, { id: "same", name: "x", arguments: "{}" }),
			finish("tool_calls"),
			"[DONE]",
		]);
		const ids = message.content.map((block) => (block.type === "toolCall" ? block.id : ""));
		expect(new Set(ids).size).toBe(3);
		expect(ids[1]).toBe("same");
	});

	test.each([["reasoning_content"], ["reasoning"], ["reasoning_text"]])("reasoning is read from %s", async (field) => {
		const { message } = await hear([delta({ [field]: "hm" }), delta({ content: "yes" }), finish("stop"), "[DONE]"]);
		expect(message.content).toEqual([
			{ type: "thinking", thinking: "hm" },
			{ type: "text", text: "yes" },
		]);
	});

	test("cumulative reasoning is deduplicated", async () => {
		const pieces = ["Look", "Look at", "Look at it"].map((text) =>
			delta({ reasoning_details: [{ type: "reasoning.text", text }] }),
		);
		const { message } = await hear([...pieces, delta({ content: "ok" }), finish("stop")], {
			baseUrl: "https://api.minimax.io/v1",
			provider: "minimax-openai",
		});
		expect(message.content[0]).toEqual({ type: "thinking", thinking: "Look at it" });
	});

	test("reasoning signatures stay with the thinking and with their call", async () => {
		const encrypted = { type: "reasoning.encrypted", data: "xyz", id: "b", format: "google-gemini-v1", index: 0 };
		const { message } = await hear([
			delta({ reasoning: "hm", reasoning_details: [{ type: "reasoning.text", text: "hm", index: 0 }] }),
			delta({ reasoning_details: [{ type: "reasoning.text", signature: "sig", index: 0 }] }),
			delta({ reasoning_details: [encrypted] }),
			call(0, { id: "a", name: "x", arguments: "{}" }),
			call(1, { id: "b", name: "x", arguments: "{}" }),
			finish("tool_calls"),
			"[DONE]",
		]);
		expect(message.content).toEqual([
			{
				type: "thinking",
				thinking: "hm",
				thinkingSignature: JSON.stringify({ type: "reasoning.text", signature: "sig", index: 0 }),
			},
			{ type: "toolCall", id: "a", name: "x", arguments: {} },
			{ type: "toolCall", id: "b", name: "x", arguments: {}, thoughtSignature: JSON.stringify(encrypted) },
		]);
	});

	const openrouter = { provider: "openrouter", baseUrl: "https://openrouter.ai/api/v1" };
	const gpt = { ...openrouter, id: "openai/gpt-5-mini" };
	const encrypted = (data: string, id: string, index = 0) => ({
		type: "reasoning.encrypted",
		data,
		id,
		format: "openai-responses-v1",
		index,
	});

	test.each([
		["before the text", [delta({ reasoning_details: [encrypted("xyz", "rs_1")] }), delta({ content: "Hello" })]],
		["after the text", [delta({ content: "Hello" }), delta({ reasoning_details: [encrypted("xyz", "rs_1")] })]],
	])("encrypted reasoning without a call, %s, goes back", async (_, chunks) => {
		const { message } = await hear([...chunks, finish("stop"), "[DONE]"], gpt);
		expect(message.content).toMatchObject([{ type: "text", text: "Hello" }]);
		expect(messages([message], {}, gpt)).toEqual([
			{ role: "assistant", content: "Hello", reasoning_details: [encrypted("xyz", "rs_1")] },
		]);
	});

	test("encrypted reasoning goes back together with its summary", async () => {
		const summary = { type: "reasoning.summary", format: "openai-responses-v1", index: 0 };
		const { message } = await hear(
			[
				delta({ reasoning: "Gree", reasoning_details: [{ ...summary, summary: "Gree" }] }),
				delta({ reasoning: "ting.", reasoning_details: [{ ...summary, summary: "ting." }] }),
				delta({ reasoning_details: [encrypted("xyz", "rs_1")] }),
				delta({ content: "Hello" }),
				finish("stop"),
			],
			gpt,
		);
		expect(messages([message], {}, gpt)).toMatchObject([
			{
				content: "Hello",
				reasoning: "Greeting.",
				reasoning_details: [{ ...summary, summary: "Greeting." }, encrypted("xyz", "rs_1")],
			},
		]);
	});

	test("a signature without reasoning text goes back", async () => {
		const detail = { type: "reasoning.text", signature: "AY89", format: "google-gemini-v1", index: 0 };
		const { message } = await hear(
			[delta({ content: "Hello", reasoning_details: [detail] }), finish("stop"), "[DONE]"],
			gpt,
		);
		expect(message.content).toMatchObject([{ type: "text", text: "Hello" }]);
		expect(messages([message], {}, gpt)).toEqual([
			{ role: "assistant", content: "Hello", reasoning_details: [detail] },
		]);
	});

	test("several encrypted details of one call all go back", async () => {
		const details = [encrypted("one", "rs_1"), encrypted("two", "rs_2", 1), encrypted("three", "a", 2)];
		const { message } = await hear(
			[
				delta({ reasoning_details: details.slice(0, 2) }),
				delta({ reasoning_details: details.slice(2) }),
				call(0, { id: "a", name: "x", arguments: "{}" }),
				finish("tool_calls"),
			],
			gpt,
		);
		expect(messages([message], {}, gpt)[0]).toMatchObject({ reasoning_details: details });
	});

	test("separately signed thinking stays separate", async () => {
		const part = (index: number, fields: object) => ({
			type: "reasoning.text",
			format: "anthropic-claude-v1",
			index,
			...fields,
		});
		const { message } = await hear(
			[
				delta({ reasoning: "one", reasoning_details: [part(0, { text: "one" })] }),
				delta({ reasoning_details: [part(0, { signature: "s1" })] }),
				delta({ reasoning: "two", reasoning_details: [part(1, { text: "two" })] }),
				delta({ reasoning_details: [part(1, { signature: "s2" })] }),
				delta({ content: "Hello" }),
				finish("stop"),
			],
			gpt,
		);
		expect(messages([message], {}, gpt)[0]).toMatchObject({
			reasoning_details: [part(0, { text: "one", signature: "s1" }), part(1, { text: "two", signature: "s2" })],
		});
	});

	test("Mistral's thinking parts are thinking, and go back as parts", async () => {
		const part = (text: string) => ({ type: "thinking", thinking: [{ type: "text", text }] });
		const { message } = await hear(
			[
				delta({ role: "assistant", content: "" }),
				delta({ content: [part("Okay")] }),
				delta({ content: [part(", the sum."), { type: "text", text: "Four" }] }),
				delta({ content: "." }),
				finish("stop"),
			],
			magistral,
		);
		expect(message.content).toEqual([
			{ type: "thinking", thinking: "Okay, the sum." },
			{ type: "text", text: "Four." },
		]);
		expect(messages([message], {}, magistral)).toEqual([
			{ role: "assistant", content: [part("Okay, the sum."), { type: "text", text: "Four." }] },
		]);
	});

	test("content may be a list of parts, and a refusal is text", async () => {
		const { message } = await hear([
			delta({
				content: [
					{ type: "text", text: "a" },
					{ type: "text", text: "b" },
				],
			}),
			delta({ refusal: " no" }),
			finish("stop"),
		]);
		expect(message.content).toEqual([{ type: "text", text: "ab no" }]);
		expect(message.responseId).toBe("chatcmpl-7");
	});
});

describe("openai-completions usage", () => {
	const usageOf = async (usage: object, overrides: Partial<Model> = {}) => {
		const chunks = [delta({ content: "x" }), finish("stop"), { id: "1", choices: [], usage }, "[DONE]"];
		return (await hear(chunks, overrides)).message.usage;
	};

	verifies("ai-streaming:chat:usage", async () => {
		const usage = await usageOf({
			prompt_tokens: 1000,
			completion_tokens: 50,
			total_tokens: 1050,
			prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
			completion_tokens_details: { reasoning_tokens: 30 },
		});
		expect(usage).toMatchObject({
			input: 300,
			output: 50,
			cacheRead: 600,
			cacheWrite: 100,
			reasoningTokens: 30,
			totalTokens: 1050,
		});
	});

	test.each([["prompt_cache_hit_tokens"], ["cached_tokens"], ["num_cached_tokens"]])(
		"the cached part may be named %s",
		async (field) => {
			expect(await usageOf({ prompt_tokens: 10, completion_tokens: 1, [field]: 4 })).toMatchObject({
				input: 6,
				cacheRead: 4,
			});
		},
	);

	test("reasoning that a host counts separately is added to the output", async () => {
		const usage = {
			prompt_tokens: 10,
			completion_tokens: 5,
			total_tokens: 35,
			completion_tokens_details: { reasoning_tokens: 20 },
		};
		expect(await usageOf(usage)).toMatchObject({ output: 25, reasoningTokens: 20, totalTokens: 35 });
	});

	test("the gateway's charge is the cost, split in proportion", async () => {
		const { cost } = await usageOf({ prompt_tokens: 1_000_000, completion_tokens: 1_000_000, cost: 5 });
		expect(cost).toEqual({ input: 1, output: 4, cacheRead: 0, cacheWrite: 0, total: 5 });
	});

	test("the served tier determines the price", async () => {
		const { message } = await hear([
			{ ...delta({ content: "x" }), service_tier: "flex" },
			{ ...finish("stop"), usage: { prompt_tokens: 1_000_000, completion_tokens: 0 } },
			"[DONE]",
		]);
		expect(message.usage.cost.total).toBe(1);
	});

	test("GitHub's premium requests are counted for user requests", async () => {
		const overrides = { provider: "github-copilot", premiumMultiplier: 3 };
		expect(await usageOf({ prompt_tokens: 1, completion_tokens: 1 }, overrides)).toMatchObject({ premiumRequests: 3 });
	});

	test("missing usage is awaited only briefly", async () => {
		const open = deliverAndStall([bytes([delta({ content: "x" }), finish("stop")])], contentType);
		const { message } = await ask(speakerFor({}, { trailingMs: 5 }), [open]);
		expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "x" }] });
	});
});

describe("openai-completions endings", () => {
	verifies("ai-streaming:chat:finish-reasons", async () => {
		const endings: Record<string, string> = {};
		for (const reason of ["stop", "length", "tool_calls", "function_call", "content_filter", "something new"]) {
			endings[reason] = (await hear([delta({ content: "x" }), finish(reason), "[DONE]"])).message.stopReason;
			const calls = [call(0, { id: "a", name: "x", arguments: "{}" }), finish(reason), "[DONE]"];
			endings[`${reason} after a call`] = (await hear(calls)).message.stopReason;
		}
		expect(endings).toEqual({
			stop: "stop",
			"stop after a call": "toolUse",
			length: "length",
			"length after a call": "length",
			// Without a call it is a plain stop.
			tool_calls: "stop",
			"tool_calls after a call": "toolUse",
			function_call: "stop",
			"function_call after a call": "toolUse",
			content_filter: "error",
			"content_filter after a call": "error",
			"something new": "stop",
			"something new after a call": "toolUse",
		});
	});

	test("a content filter is reported as an error", async () => {
		const { message } = await hear([delta({ content: "x" }), finish("content_filter"), "[DONE]"]);
		expect(message).toMatchObject({ stopReason: "error", stopDetails: { type: "content_filter" } });
	});

	test("an end marker without a reason is accepted if there is content", async () => {
		expect((await hear([delta({ content: "x" }), "[DONE]"])).message.stopReason).toBe("stop");
		expect((await hear([delta({ role: "assistant" }), "[DONE]"])).message.stopReason).toBe("error");
	});

	test.each([
		["before its arguments", [call(0, { id: "a", name: "weather", arguments: "" })]],
		["within its arguments", [call(0, { id: "a", name: "weather", arguments: '{"city":"Pa' })]],
		["before its end", [call(0, { id: "a", name: "weather", arguments: '{"city":"Paris"}' })]],
		["in leaked markup", [delta({ content: '<｜DSML｜invoke name="weather"><｜DSML｜parameter name="city">Pa' })]],
	])("a call cut %s by the end of the stream is dropped", async (_, chunks) => {
		const { message, events } = await hear([delta({ content: "Looking." }), ...chunks], { id: "deepseek-v4-pro" });
		expect(message.content).toEqual([{ type: "text", text: "Looking." }]);
		expect(message).toMatchObject({ stopReason: "error", errorMessage: expect.stringContaining("ended before") });
		expect(events.some((event) => event.type === "toolcall_end")).toBe(false);
	});

	test("a local engine that stops for length without content had too long a prompt", async () => {
		const { message } = await hear([finish("length"), "[DONE]"], { provider: "ollama" });
		expect((message.errorId ?? 0) & 0x800000).toBe(0x800000);
	});

	test("an error in the stream keeps its status, and an overloaded host is retried", async () => {
		const failing = deliver([bytes([{ error: { code: 502, message: "Upstream is down" } }])], { contentType });
		const fine = deliver([bytes([delta({ content: "x" }), finish("stop")])], { contentType });
		const { message, requests } = await ask(speakerFor(), [failing, fine]);
		expect(requests).toBe(2);
		expect(message.stopReason).toBe("stop");
		const lost = await hear([delta({ content: "x" }), { error: { code: 402, message: "No credit balance" } }]);
		expect(lost.message).toMatchObject({ errorStatus: 402, errorMessage: "402 No credit balance" });
	});

	test("an error in the stream is said in the provider's words, and Groq's status counts", async () => {
		const metadata = { provider_name: "Google", raw: "the model is temporarily rate-limited" };
		const gateway = await hear([
			delta({ content: "x" }),
			{ error: { code: 429, message: "Provider returned error", metadata } },
		]);
		expect(gateway.message.errorMessage).toBe("429 Google: the model is temporarily rate-limited");
		const failed = {
			message: "Tool choice is required, but model did not call a tool",
			type: "invalid_request_error",
			code: "tool_use_failed",
			failed_generation: "",
			status_code: 400,
		};
		const groq = await hear([{ error: failed }]);
		expect(groq.requests).toBe(1);
		expect(groq.message).toMatchObject({ errorStatus: 400, errorId: 400, errorMessage: `400 ${failed.message}` });
	});

	verifies("ai-streaming:thinking:unsupported-effort-learned", async () => {
		const efforts: unknown[] = [];
		const refused = () =>
			new Response(
				`{"error":{"message":"Unsupported value: 'reasoning_effort' does not support 'high'. Supported values are: 'low', 'medium'."}}`,
				{ status: 400 },
			);
		const fine = () => deliver([bytes([delta({ content: "x" }), finish("stop")])], { contentType });
		const options = {
			reasoning: "high",
			providerSessionState: new Map(),
			onPayload: (body: unknown) => void efforts.push((body as { reasoning_effort?: string }).reasoning_effort),
		} as const;
		const speaker = speakerFor(reasoner);
		expect((await ask(speaker, [refused, fine], options)).message.stopReason).toBe("stop");
		await ask(speaker, [fine], options);
		expect(efforts).toEqual(["high", "medium", "medium"]);
	});

	verifies("ai-streaming:schema:strict-rejected", async () => {
		const bodies: unknown[] = [];
		const refused = () =>
			new Response('{"error":{"message":"Invalid schema for function \'bash\': strict"}}', { status: 400 });
		const fine = () => deliver([bytes([delta({ content: "x" }), finish("stop")])], { contentType });
		const options = { onPayload: (body: unknown) => void bodies.push(body), context: question };
		const { message, requests, waits } = await ask(speakerFor(), [refused, fine], options);
		expect({ requests, waits, stopReason: message.stopReason }).toEqual({ requests: 2, waits: [], stopReason: "stop" });
		expect(bodies.map((body) => JSON.stringify(body).includes('"strict":true'))).toEqual([true, false]);
		expect((await ask(speakerFor(), [refused])).requests).toBe(2);
	});
});
