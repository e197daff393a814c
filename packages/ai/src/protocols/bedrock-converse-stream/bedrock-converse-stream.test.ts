import { describe, expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import { ask } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import {
	assistant,
	image,
	modelCall,
	readTool,
	toolCall,
	toolResult,
	user,
} from "@oh-my-pi/pi-testkit/protocol-contract/history";
import type { ScriptedBlock, WireSpeaker } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Context, Effort } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { Protocol } from "../../protocol/protocol.ts";
import type { StreamOptions } from "../../protocol/stream-options.ts";
import { encode } from "./encode.ts";
import { bedrockConverseStream } from "./protocol.ts";

const model: Model = {
	id: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
	name: "Claude Sonnet 4.5",
	provider: "amazon-bedrock",
	api: "bedrock-converse-stream",
	baseUrl: "",
	reasoning: true,
	thinking: { mode: "budget", efforts: ["minimal", "low", "medium", "high", "xhigh"] },
	input: ["text", "image"],
	cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
	contextWindow: 200_000,
	maxTokens: 64_000,
};

/** One message of the AWS event stream format. */
function eventMessage(headers: Record<string, string>, payload: string): Uint8Array {
	const headerBytes = Buffer.concat(
		Object.entries(headers).map(([name, value]) => {
			const lengths = Buffer.alloc(3);
			lengths.writeUInt8(7);
			lengths.writeUInt16BE(Buffer.byteLength(value), 1);
			return Buffer.concat([Buffer.from([Buffer.byteLength(name)]), Buffer.from(name), lengths, Buffer.from(value)]);
		}),
	);
	const body = Buffer.from(payload);
	const prelude = Buffer.alloc(12);
	prelude.writeUInt32BE(16 + headerBytes.length + body.length, 0);
	prelude.writeUInt32BE(headerBytes.length, 4);
	prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
	const message = Buffer.concat([prelude, headerBytes, body]);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(message));
	return Buffer.concat([message, checksum]);
}

const event = (type: string, payload: object) =>
	eventMessage(
		{ ":event-type": type, ":content-type": "application/json", ":message-type": "event" },
		JSON.stringify({ ...payload, p: "abcdef" }),
	);
const exception = (type: string, message: string) =>
	eventMessage({ ":exception-type": type, ":message-type": "exception" }, JSON.stringify({ message }));

function blockEvents(block: ScriptedBlock, contentBlockIndex: number): Uint8Array[] {
	const delta = (fields: object) => event("contentBlockDelta", { contentBlockIndex, delta: fields });
	const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
	const stop = event("contentBlockStop", { contentBlockIndex });
	switch (block.kind) {
		case "text":
			return [...halves(block.text).map((text) => delta({ text })), stop];
		case "thinking":
			return [
				delta({ reasoningContent: { text: block.thinking } }),
				delta({ reasoningContent: { signature: block.signature ?? "" } }),
				stop,
			];
		case "toolCall":
			return [
				event("contentBlockStart", {
					contentBlockIndex,
					start: { toolUse: { toolUseId: block.id, name: block.name } },
				}),
				...halves(JSON.stringify(block.arguments)).map((input) => delta({ toolUse: { input } })),
				stop,
			];
	}
}

const messageStart = event("messageStart", { role: "assistant" });
const stopWords = { stop: "end_turn", length: "max_tokens", toolUse: "tool_use", refusal: "guardrail_intervened" };
const contentType = "application/vnd.amazon.eventstream";

const speaker: WireSpeaker = {
	protocol: bedrockConverseStream as Protocol,
	model,
	contentType,
	say: ({ blocks, stop, usage }) =>
		Buffer.concat([
			messageStart,
			...blocks.flatMap(blockEvents),
			event("messageStop", { stopReason: stopWords[stop] }),
			event("metadata", {
				usage: {
					inputTokens: usage?.input ?? 0,
					outputTokens: usage?.output ?? 0,
					totalTokens: (usage?.input ?? 0) + (usage?.output ?? 0),
				},
				metrics: { latencyMs: 12 },
			}),
		]),
	cutOff: (text) => Buffer.concat([messageStart, ...blockEvents({ kind: "text", text }, 0)]),
	malformed: () => {
		const bytes = Buffer.from(messageStart);
		bytes.writeUInt32BE(1234, bytes.length - 4);
		return bytes;
	},
	failInside: (message) => Buffer.concat([messageStart, exception("modelStreamErrorException", message)]),
	overflow: { status: 400, body: '{"message":"Input is too long for requested model."}' },
};

protocolContract(speaker);

const cachePoint = { type: "default" };
const uncached = { ...model, compat: { promptCacheMode: "none" } } as const;
const bodyOf = (context: Context, options: StreamOptions = {}, using: Model = uncached) =>
	encode(modelCall(using, context, options)).body;
const messagesOf = (messages: Context["messages"], using: Model = uncached) => bodyOf({ messages }, {}, using).messages;

describe("bedrock-converse-stream request", () => {
	test("has messages, system, tools and limits, with cache points at the end of the prefix", () => {
		const context: Context = {
			systemPrompt: ["static", " ", "less static"],
			messages: [user("one"), assistant(model, [{ type: "text", text: "two" }]), user("three")],
			tools: [readTool, { ...readTool, name: "silent", description: "" }],
		};
		const request = encode(modelCall(model, context, { temperature: 0.5, topK: 5, stopSequences: ["END"] }));
		expect(request.url).toBe(
			"https://bedrock-runtime.{region}.amazonaws.com/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream",
		);
		expect(request.body).toEqual({
			messages: [
				{ role: "user", content: [{ text: "one" }] },
				{ role: "assistant", content: [{ text: "two" }] },
				{ role: "user", content: [{ text: "three" }, { cachePoint }] },
			],
			system: [{ text: "static" }, { text: "less static" }, { cachePoint }],
			inferenceConfig: { maxTokens: 64_000, temperature: 0.5, stopSequences: ["END"] },
			toolConfig: {
				tools: [
					{ toolSpec: { name: "read", description: "Reads a file", inputSchema: { json: readTool.parameters } } },
					{ toolSpec: { name: "silent", inputSchema: { json: readTool.parameters } } },
					{ cachePoint },
				],
			},
			additionalModelRequestFields: { top_k: 5, thinking: { type: "disabled" } },
		});
	});

	test("Kimi keeps its own ids", () => {
		const kimi = { ...uncached, id: "moonshotai.kimi-k2.5" };
		const turn = [user("go"), assistant(kimi, [toolCall("functions.read:0")]), toolResult("functions.read:0", "x")];
		expect(JSON.stringify(messagesOf(turn, kimi))).toContain('"toolUseId":"functions.read:0"');
		expect(JSON.stringify(messagesOf(turn))).not.toContain("functions.read:0");
	});

	test("results of a turn are merged, in call order, before other user content", () => {
		const messages: Context["messages"] = [
			user("go"),
			assistant(model, [toolCall("bad id!", { path: "x" }), { type: "text", text: "reading" }, toolCall("b")]),
			toolResult("b", [{ type: "text", text: "broken" }, image], { isError: true }),
			toolResult("bad id!", [image, { type: "text", text: "x" }]),
			user("and?"),
		];
		const encoded = messagesOf(messages) as Array<{ content: Array<{ toolUse?: { toolUseId: string } }> }>;
		const toolUseId = encoded[1]?.content[1]?.toolUse?.toolUseId ?? "";
		expect(toolUseId).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
		const picture = { image: { format: "png", source: { bytes: image.data } } };
		expect(encoded.slice(1)).toEqual([
			{
				role: "assistant",
				content: [
					{ text: "reading" },
					{ toolUse: { toolUseId, name: "read", input: { path: "x" } } },
					{ toolUse: { toolUseId: "b", name: "read", input: {} } },
				],
			},
			{
				role: "user",
				content: [
					{ toolResult: { toolUseId, content: [picture, { text: "x" }], status: "success" } },
					{ toolResult: { toolUseId: "b", content: [{ text: "broken" }], status: "error" } },
					picture,
					{ text: "and?" },
				],
			},
		] as unknown as typeof encoded);
	});

	test("thinking is only sent back, signed, to the model that produced it", () => {
		const history = [
			user("q"),
			assistant(model, [
				{ type: "thinking", thinking: "hm", thinkingSignature: "sig" },
				{ type: "redactedThinking", data: "cmVk" },
				{ type: "text", text: "a" },
			]),
			user("next"),
		];
		expect(messagesOf(history)).toMatchObject([
			{},
			{
				content: [
					{ reasoningContent: { reasoningText: { text: "hm", signature: "sig" } } },
					{ reasoningContent: { redactedContent: "cmVk" } },
					{ text: "a" },
				],
			},
			{},
		]);
		expect(messagesOf(history, { ...uncached, id: "anthropic.claude-opus-4-5" })).toMatchObject([
			{},
			{ content: [{ text: "<thinking>\nhm\n</thinking>" }, { text: "a" }] },
			{},
		]);
	});

	test("an image in an unsupported format is replaced by a note", () => {
		const tiff = { ...image, mimeType: "image/tiff" };
		expect(messagesOf([user([tiff])])).toEqual([
			{ role: "user", content: [{ text: "[image omitted: image/tiff is not a format this API takes]" }] },
		]);
	});

	test.each([
		["auto", { auto: {} }],
		["any", { any: {} }],
		["required", { any: {} }],
		[{ type: "function", name: "read" }, { tool: { name: "read" } }],
		[{ type: "tool", name: "absent" }, undefined],
	] as const)("tool choice %j", (toolChoice, expected) => {
		const { toolConfig } = bodyOf({ messages: [user("q")], tools: [readTool] }, { toolChoice }) as {
			toolConfig: { toolChoice?: object };
		};
		expect(toolConfig.toolChoice).toEqual(expected);
	});

	verifies("ai-streaming:bedrock:sentinel-tool", async () => {
		const messages = [user("go"), assistant(model, [toolCall("a")]), toolResult("a", "x")];
		const withoutTools = bodyOf({ messages });
		expect(withoutTools.toolConfig).toMatchObject({
			tools: [{ toolSpec: { name: "__no_tools__", inputSchema: { json: { type: "object", properties: {} } } } }],
			toolChoice: { auto: {} },
		});
		expect(bodyOf({ messages, tools: [readTool] }, { toolChoice: "none" }).toolConfig).toEqual(withoutTools.toolConfig);
		expect(bodyOf({ messages: [user("q")], tools: [readTool] }, { toolChoice: "none" })).not.toHaveProperty(
			"toolConfig",
		);

		const sentinel: ScriptedBlock = { kind: "toolCall", id: "x", name: "__no_tools__", arguments: {} };
		const words: ScriptedBlock = { kind: "text", text: "I would, but" };
		const { message } = await ask(speaker, [
			deliver([speaker.say({ blocks: [words, sentinel], stop: "toolUse" })], { contentType }),
		]);
		expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "I would, but" }] });
	});

	const levels: Array<[Effort | "off", object]> = [
		["off", { type: "disabled" }],
		["minimal", { type: "enabled", budget_tokens: 1024, display: "summarized" }],
		["low", { type: "enabled", budget_tokens: 2048, display: "summarized" }],
		["medium", { type: "enabled", budget_tokens: 8192, display: "summarized" }],
		["high", { type: "enabled", budget_tokens: 16384, display: "summarized" }],
		["xhigh", { type: "enabled", budget_tokens: 32768, display: "summarized" }],
		["max", { type: "enabled", budget_tokens: 32768, display: "summarized" }],
	];
	test.each(levels)("thinking level %s for Claude", (level, thinking) => {
		const options: StreamOptions = level === "off" ? {} : { reasoning: level, temperature: 0.3 };
		const body = bodyOf({ messages: [user("q")] }, options);
		expect(body.additionalModelRequestFields).toEqual({ thinking });
		expect(body.inferenceConfig).not.toHaveProperty("temperature");
	});

	test("interleaved thinking, effort and room for the answer", () => {
		const budget = bodyOf({ messages: [user("q")], tools: [readTool] }, { reasoning: "high", maxTokens: 100 });
		expect(budget).toMatchObject({
			inferenceConfig: { maxTokens: 16384 + 1024 },
			additionalModelRequestFields: { anthropic_beta: ["interleaved-thinking-2025-05-14"] },
		});
		const adaptive: Model = { ...uncached, thinking: { mode: "anthropic-adaptive", efforts: ["low", "high"] } };
		expect(bodyOf({ messages: [user("q")] }, { reasoning: "high" }, adaptive).additionalModelRequestFields).toEqual({
			thinking: { type: "adaptive", display: "summarized" },
			output_config: { effort: "high" },
			anthropic_beta: ["effort-2025-11-24"],
		});
	});

	test("a forced tool removes the thinking fields", () => {
		const body = bodyOf(
			{ messages: [user("q")], tools: [readTool] },
			{ reasoning: "high", toolChoice: { type: "tool", name: "read" }, temperature: 0.2 },
		);
		expect(body).not.toHaveProperty("additionalModelRequestFields");
		expect(body.inferenceConfig).toMatchObject({ temperature: 0.2 });
	});

	test("an open-weight reasoning model gets its effort", () => {
		const oss: Model = {
			...uncached,
			id: "openai.gpt-oss-120b-1:0",
			thinking: { mode: "effort", efforts: ["low", "high"] },
		};
		expect(bodyOf({ messages: [user("q")] }, { reasoning: "max" }, oss).additionalModelRequestFields).toEqual({
			reasoning_effort: "high",
		});
	});
});

describe("bedrock-converse-stream cache points", () => {
	const context: Context = { systemPrompt: ["s".repeat(400)], messages: [user("u".repeat(4000))], tools: [readTool] };
	const placed = (compat: Model["compat"], options: StreamOptions = {}, overrides: Partial<Model> = {}) => {
		const body = bodyOf(context, options, { ...model, ...overrides, ...(compat && { compat }) }) as {
			system: object[];
			messages: Array<{ content: object[] }>;
			toolConfig: { tools: object[] };
		};
		const points = (list: object[] = []) => list.filter((block) => "cachePoint" in block);
		return {
			tools: points(body.toolConfig.tools).length,
			system: points(body.system).length,
			user: points(body.messages[0]?.content).length,
			all: [body.toolConfig.tools, body.system, body.messages[0]?.content].flatMap(points),
		};
	};

	verifies("ai-streaming:cache:bedrock-points", () => {
		expect(placed(undefined)).toMatchObject({ tools: 1, system: 1, user: 1 });
		expect(placed(undefined, { cacheRetention: "none" }).all).toEqual([]);
		expect(placed({ promptCacheMode: "automatic" }).all).toEqual([]);
		expect(placed(undefined, {}, { id: "anthropic.claude-3-haiku-20240307-v1:0" }).all).toEqual([]);
		expect(placed(undefined, {}, { id: "meta.llama4-maverick-17b" }).all).toEqual([]);
		expect(placed({ promptCacheMode: "explicit" }, {}, { id: "amazon.nova-pro-v1:0" })).toMatchObject({ user: 1 });
		expect(placed(undefined, {}, { baseUrl: "http://127.0.0.1:9" })).toMatchObject({ tools: 0, system: 1, user: 1 });
	});

	test("are placed only after enough tokens, and no more than the model allows", () => {
		expect(placed({ promptCacheMinimumTokens: 100 })).toMatchObject({ tools: 0, system: 1, user: 1 });
		expect(placed({ promptCacheMinimumTokens: 1000 })).toMatchObject({ tools: 0, system: 0, user: 1 });
		expect(placed({ promptCacheMaximumCheckpoints: 2 })).toMatchObject({ tools: 0, system: 1, user: 1 });
		expect(placed({ promptCacheMaximumCheckpoints: 1 })).toMatchObject({ tools: 0, system: 0, user: 1 });
	});

	test("last an hour if requested and supported", () => {
		const long = { cacheRetention: "long" } as const;
		expect(placed({}, long).all[0]).toEqual({ cachePoint });
		expect(placed({ supportsLongPromptCacheRetention: true }, long).all[0]).toEqual({
			cachePoint: { type: "default", ttl: "1h" },
		});
	});

	test("each request is a prefix of the next turn's, except for cache points", () => {
		const withoutPoints = (messages: Context["messages"]) =>
			(bodyOf({ messages }, {}, model).messages as Array<{ content: object[] }>).map((message) => ({
				...message,
				content: message.content.filter((block) => !("cachePoint" in block)),
			}));
		const history: Context["messages"][number][] = [];
		let previous: unknown[] = [];
		for (let turn = 0; turn < 5; turn++) {
			history.push(user(`question ${turn}`));
			const encoded = withoutPoints(history);
			expect(encoded.slice(0, previous.length)).toEqual(previous as typeof encoded);
			previous = encoded;
			history.push(assistant(model, [toolCall(`c${turn}`)]), toolResult(`c${turn}`, "r"));
			history.push(assistant(model, [{ type: "text", text: `answer ${turn}` }]));
		}
	});
});

describe("bedrock-converse-stream answer", () => {
	const answered = (...frames: Uint8Array[]) =>
		ask(speaker, [() => deliver([Buffer.concat([messageStart, ...frames])], { contentType })]);
	const stop = (stopReason: string) => event("messageStop", { stopReason });
	const delta = (contentBlockIndex: number, fields: object) =>
		event("contentBlockDelta", { contentBlockIndex, delta: fields });
	const blockStop = (contentBlockIndex: number) => event("contentBlockStop", { contentBlockIndex });

	verifies("ai-streaming:bedrock:stream", async () => {
		const good = [delta(0, { text: "Hello" }), blockStop(0), stop("end_turn")];
		expect((await answered(...good)).message).toMatchObject({
			stopReason: "stop",
			content: [{ type: "text", text: "Hello" }],
		});
		const flipped = (offset: number) => {
			const bytes = Buffer.from(Buffer.concat(good));
			bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
			return bytes;
		};
		expect((await answered(flipped(9))).message.errorMessage).toBe("Broken event stream: bad prelude checksum");
		expect((await answered(flipped(60))).message.errorMessage).toBe("Broken event stream: bad message checksum");
		expect((await answered(exception("throttlingException", "Too many tokens"))).message).toMatchObject({
			stopReason: "error",
			errorStatus: 429,
			errorMessage: "Bedrock stream error (throttlingException): Too many tokens",
		});
	});

	test("redacted thinking in pieces and a signature alone are kept", async () => {
		const { message } = await answered(
			delta(0, { reasoningContent: { redactedContent: "YQ==" } }),
			delta(0, { reasoningContent: { redactedContent: "Yg==" } }),
			blockStop(0),
			delta(1, { reasoningContent: { signature: "sig" } }),
			blockStop(1),
			delta(2, { text: "a" }),
			blockStop(2),
			stop("end_turn"),
		);
		expect(message.content).toEqual([
			{ type: "redactedThinking", data: "YWI=" },
			{ type: "thinking", thinking: "", thinkingSignature: "sig" },
			{ type: "text", text: "a" },
		]);
	});

	test("cached tokens are counted separately", async () => {
		const { message } = await answered(
			delta(0, { text: "a" }),
			stop("end_turn"),
			event("metadata", {
				usage: { inputTokens: 10, outputTokens: 5, cacheReadInputTokens: 70, cacheWriteInputTokens: 20 },
			}),
		);
		expect(message.usage).toMatchObject({ input: 10, output: 5, cacheRead: 70, cacheWrite: 20, totalTokens: 105 });
	});

	test.each([
		["stop_sequence", "stop"],
		["model_context_window_exceeded", "length"],
		["content_filtered", "error"],
		["malformed_tool_use", "error"],
	] as const)("stop reason %s means %s", async (reason, expected) => {
		const { message } = await answered(delta(0, { text: "a" }), stop(reason));
		expect(message.stopReason).toBe(expected);
	});

	const transient = 0x20000;
	test.each([
		["throttlingException", 429, transient],
		["internalServerException", 500, transient],
		["serviceUnavailableException", 503, transient],
		["modelStreamErrorException", 424, transient],
		["validationException", 400, 0],
	])("%s in the stream is classified", async (name, status, bit) => {
		const { message, requests } = await answered(exception(name, "so it goes"));
		expect(message).toMatchObject({
			stopReason: "error",
			errorStatus: status,
			errorMessage: `Bedrock stream error (${name}): so it goes`,
		});
		expect((message.errorId ?? 0) & transient).toBe(bit);
		expect(requests).toBe(1);
	});

	test("an error of the framing itself has its own message", async () => {
		const { message } = await answered(
			eventMessage({ ":message-type": "error", ":error-code": "InternalError", ":error-message": "lost" }, ""),
		);
		expect(message.errorMessage).toBe("Bedrock stream error (InternalError): lost");
	});
});
