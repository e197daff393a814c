import { describe, expect, test } from "bun:test";
import { ask } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { geminiSpeaker, geminiSse } from "@oh-my-pi/pi-testkit/protocol-contract/gemini-chunks";
import {
	assistant,
	developer,
	image,
	modelCall,
	readTool,
	toolCall,
	toolResult,
	user,
} from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Context, Effort } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { Protocol } from "../../protocol/protocol.ts";
import type { StreamOptions } from "../../protocol/stream-options.ts";
import { encode } from "./encode.ts";
import { googleGenerativeAi } from "./protocol.ts";

const gemini25: Model = {
	id: "gemini-2.5-flash",
	name: "Gemini 2.5 Flash",
	provider: "google",
	api: "google-generative-ai",
	baseUrl: "https://generativelanguage.googleapis.com/v1beta",
	reasoning: true,
	thinking: { mode: "budget", efforts: ["minimal", "low", "medium", "high"] },
	input: ["text", "image"],
	cost: { input: 0.3, output: 2.5, cacheRead: 0.03, cacheWrite: 0 },
	contextWindow: 1_048_576,
	maxTokens: 65_536,
};
const gemini3: Model = {
	...gemini25,
	id: "gemini-3.1-pro-preview",
	thinking: { mode: "google-level", efforts: ["low", "high"] },
};

const speaker = geminiSpeaker({ protocol: googleGenerativeAi as Protocol, model: gemini3 }, { callIds: true });
protocolContract(speaker);

const bodyOf = (model: Model, context: Context, options: StreamOptions = {}) =>
	encode(modelCall(model, context, options)).body;
const contentsOf = (model: Model, messages: Context["messages"]) => bodyOf(model, { messages }).contents;

describe("google-generative-ai request", () => {
	test("has system, contents, tools and the output limit, with the key in a header", () => {
		const request = encode(
			modelCall(
				gemini25,
				{
					systemPrompt: ["static", "", "less static"],
					messages: [user("one"), assistant(gemini25, [{ type: "text", text: "two" }]), developer("three")],
					tools: [readTool],
				},
				{ temperature: 0.5, topP: -1, topK: 40, stopSequences: ["END"], maxTokens: 100 },
			),
		);
		expect(request.url).toBe(
			"https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
		);
		expect(request.headers).toMatchObject({ "x-goog-api-key": "test-key" });
		expect(request.body).toEqual({
			systemInstruction: { parts: [{ text: "static" }, { text: "less static" }] },
			contents: [
				{ role: "user", parts: [{ text: "one" }] },
				{ role: "model", parts: [{ text: "two" }] },
				{ role: "user", parts: [{ text: "three" }] },
			],
			tools: [
				{
					functionDeclarations: [
						{
							name: "read",
							description: "Reads a file",
							parametersJsonSchema: {
								type: "object",
								properties: { path: { type: "string" } },
								required: ["path"],
								propertyOrdering: ["path"],
							},
						},
					],
				},
			],
			generationConfig: {
				maxOutputTokens: 100,
				temperature: 0.5,
				topK: 40,
				stopSequences: ["END"],
				thinkingConfig: { includeThoughts: false, thinkingBudget: 0 },
			},
		});
	});

	const parallel: Context["messages"] = [
		user("go"),
		assistant(gemini25, [toolCall("a", { path: "x" }), toolCall("b", { path: "y" })]),
		toolResult("b", "y text", { toolName: "renamed" }),
		toolResult("a", "no such file", { isError: true }),
		user("and?"),
	];

	const withImages: Context["messages"] = [
		user([{ type: "text", text: "look" }, image]),
		assistant(gemini25, [toolCall("a")]),
		toolResult("a", [image]),
	];
	const inlineData = { mimeType: "image/png", data: "iVBORw0KGgo=" };

	verifies("ai-streaming:google:results-in-one-turn", () => {
		expect(contentsOf(gemini25, parallel)).toEqual([
			{ role: "user", parts: [{ text: "go" }] },
			{
				role: "model",
				parts: [
					{ functionCall: { name: "read", args: { path: "x" } } },
					{ functionCall: { name: "read", args: { path: "y" } } },
				],
			},
			{
				role: "user",
				parts: [
					{ functionResponse: { name: "read", response: { error: "no such file" } } },
					{ functionResponse: { name: "read", response: { output: "y text" } } },
				],
			},
			{ role: "user", parts: [{ text: "and?" }] },
		]);
		expect(contentsOf(gemini3, withImages)).toMatchObject([
			{ parts: [{ text: "look" }, { inlineData }] },
			{},
			{ parts: [{ functionResponse: { response: { output: "(see the attached image)" }, parts: [{ inlineData }] } }] },
		]);
		expect(contentsOf(gemini25, withImages)).toMatchObject([
			{},
			{},
			{ role: "user", parts: [{ functionResponse: { name: "read" } }] },
			{ role: "user", parts: [{ inlineData }] },
		]);
	});

	test("Gemini 3 gets ids, and a placeholder for missing signatures", () => {
		const thoughtSignature = "skip_thought_signature_validator";
		expect(contentsOf(gemini3, parallel)).toMatchObject([
			{},
			{
				parts: [
					{ functionCall: { id: "a" }, thoughtSignature },
					{ functionCall: { id: "b" }, thoughtSignature },
				],
			},
			{ parts: [{ functionResponse: { id: "a" } }, { functionResponse: { id: "b" } }] },
			{},
		]);
	});

	test("signatures are only sent back to the model that produced them", () => {
		const turn = (model: Model) => [
			user("q"),
			assistant(model, [
				{ type: "thinking", thinking: "hm", thinkingSignature: "c2ln" },
				{ type: "text", text: "a", textSignature: "dGV4dA==" },
				toolCall("c", {}, { thoughtSignature: "Y2FsbA==" }),
			]),
			toolResult("c", "r"),
		];
		const own = contentsOf(gemini3, turn(gemini3)) as Array<{ parts: unknown }>;
		expect(own[1]?.parts).toEqual([
			{ thought: true, text: "hm", thoughtSignature: "c2ln" },
			{ text: "a", thoughtSignature: "dGV4dA==" },
			{ functionCall: { id: "c", name: "read", args: {} }, thoughtSignature: "Y2FsbA==" },
		]);
		const foreign = contentsOf(gemini25, turn(gemini3)) as typeof own;
		expect(foreign[1]?.parts).toEqual([
			{ text: "```thinking\nhm\n```" },
			{ text: "a" },
			{ functionCall: { name: "read", args: {} } },
		]);
	});

	test("the model's own unsigned thoughts go back as thoughts; Claude's and another model's become text", () => {
		const turn = (model: Model) => [
			user("q"),
			assistant(model, [
				{ type: "thinking", thinking: "hm" },
				{ type: "text", text: "a", textSignature: "dGV4dA==" },
			]),
		];
		const partsOf = (model: Model, from: Model) =>
			(contentsOf(model, turn(from)) as Array<{ parts: unknown }>)[1]?.parts;
		expect(partsOf(gemini25, gemini25)).toEqual([
			{ thought: true, text: "hm" },
			{ text: "a", thoughtSignature: "dGV4dA==" },
		]);
		expect(partsOf(gemini3, gemini25)).toEqual([{ text: "```thinking\nhm\n```" }, { text: "a" }]);
		const claude = { ...gemini25, id: "claude-sonnet-4-5" };
		expect(partsOf(claude, claude)).toEqual([
			{ text: "<thinking>\nhm\n</thinking>" },
			{ text: "a", thoughtSignature: "dGV4dA==" },
		]);
	});

	test("a signature that is not base64 is left out", () => {
		const contents = contentsOf(gemini3, [
			user("q"),
			assistant(gemini3, [{ type: "text", text: "a", textSignature: "not base64!" }]),
		]) as Array<{ parts: unknown }>;
		expect(contents[1]?.parts).toEqual([{ text: "a" }]);
	});

	test("an image is sent as inline data", () => {
		expect(contentsOf(gemini25, withImages)).toMatchObject([{ parts: [{ text: "look" }, { inlineData }] }, {}, {}, {}]);
	});

	test("a model without vision gets no images, not even in results", () => {
		const body = JSON.stringify(contentsOf({ ...gemini25, input: ["text"] }, withImages));
		expect(body).not.toContain("inlineData");
		expect(body).toContain("[image omitted: the active model does not support image input]");
	});

	test("a history that starts with the model gets a user message first", () => {
		expect(contentsOf(gemini25, [assistant(gemini25, [{ type: "text", text: "hello" }]), user("hi")])).toEqual([
			{ role: "user", parts: [{ text: "(The beginning of the conversation is not shown.)" }] },
			{ role: "model", parts: [{ text: "hello" }] },
			{ role: "user", parts: [{ text: "hi" }] },
		]);
	});

	test.each([
		["auto", { mode: "AUTO" }],
		["none", { mode: "NONE" }],
		["any", { mode: "ANY" }],
		["required", { mode: "ANY" }],
		[
			{ type: "tool", name: "read" },
			{ mode: "ANY", allowedFunctionNames: ["read"] },
		],
		[{ type: "function", function: { name: "absent" } }, undefined],
	] as const)("tool choice %j", (toolChoice, functionCallingConfig) => {
		const body = bodyOf(gemini25, { messages: [user("q")], tools: [readTool] }, { toolChoice });
		expect(body.toolConfig).toEqual(functionCallingConfig && { functionCallingConfig });
		expect(bodyOf(gemini25, { messages: [user("q")] }, { toolChoice })).not.toHaveProperty("toolConfig");
	});

	const flash: Model = {
		...gemini3,
		id: "gemini-3-flash-preview",
		thinking: { mode: "google-level", efforts: ["minimal", "low", "medium", "high"] },
	};
	const levels: Array<[Effort | "off", number, string, string]> = [
		["off", 0, "LOW", "MINIMAL"],
		["minimal", 1024, "LOW", "MINIMAL"],
		["low", 2048, "LOW", "LOW"],
		["medium", 8192, "LOW", "MEDIUM"],
		["high", 16384, "HIGH", "HIGH"],
		["xhigh", 16384, "HIGH", "HIGH"],
		["max", 16384, "HIGH", "HIGH"],
	];
	test.each(levels)("thinking level %s", (level, thinkingBudget, pro, flashLevel) => {
		const options: StreamOptions = level === "off" ? { disableReasoning: true } : { reasoning: level };
		const includeThoughts = level !== "off";
		const configOf = (model: Model) => bodyOf(model, { messages: [user("q")] }, options).generationConfig;
		expect(configOf(gemini25)).toMatchObject({ thinkingConfig: { includeThoughts, thinkingBudget } });
		expect(configOf(gemini3)).toMatchObject({ thinkingConfig: { includeThoughts, thinkingLevel: pro } });
		expect(configOf(flash)).toMatchObject({ thinkingConfig: { includeThoughts, thinkingLevel: flashLevel } });
		expect(configOf({ ...gemini25, reasoning: false })).not.toHaveProperty("thinkingConfig");
	});

	test("a budget never exceeds the model's maximum, and leaves room for the answer", () => {
		const efforts: Effort[] = ["low", "xhigh"];
		const wide: Model = { ...gemini25, thinking: { mode: "budget", efforts } };
		expect(bodyOf(wide, { messages: [user("q")] }, { reasoning: "xhigh", maxTokens: 10 })).toMatchObject({
			generationConfig: { thinkingConfig: { thinkingBudget: 16384 }, maxOutputTokens: 17408 },
		});
		const stated: Model = { ...wide, thinking: { mode: "budget", efforts, effortBudgets: { xhigh: 24576 } } };
		expect(bodyOf(stated, { messages: [user("q")] }, { reasoning: "xhigh" })).toMatchObject({
			generationConfig: { thinkingConfig: { thinkingBudget: 24576 } },
		});
	});

	test("the output limit is never above the model's; the budget is lowered instead", () => {
		const configOf = (maxTokens: number, options: StreamOptions = {}) =>
			bodyOf({ ...gemini25, maxTokens }, { messages: [user("q")] }, { reasoning: "high", ...options }).generationConfig;
		expect(configOf(8192)).toMatchObject({ maxOutputTokens: 8192, thinkingConfig: { thinkingBudget: 4192 } });
		expect(configOf(8192, { maxTokens: 50_000 })).toMatchObject({ maxOutputTokens: 8192 });
		expect(configOf(4096)).toMatchObject({
			maxOutputTokens: 4096,
			thinkingConfig: { includeThoughts: false, thinkingBudget: 0 },
		});
	});

	test("a model that cannot disable thinking gets the minimum", () => {
		const pro: Model = { ...gemini25, thinking: { mode: "budget", efforts: ["low"], requiresEffort: true } };
		expect(bodyOf(pro, { messages: [user("q")] })).toMatchObject({
			generationConfig: { thinkingConfig: { includeThoughts: false, thinkingBudget: 128 } },
		});
	});

	test("the service tier is part of the body where the API supports it", () => {
		const tierOf = (serviceTier: string) => bodyOf(gemini25, { messages: [user("q")] }, { serviceTier }).serviceTier;
		expect([tierOf("flex"), tierOf("priority"), tierOf("default")]).toEqual(["flex", "priority", undefined]);
	});

	test("each request is a prefix of the next turn's", () => {
		const history: Context["messages"][number][] = [];
		let previous: unknown[] = [];
		for (let turn = 0; turn < 5; turn++) {
			history.push(user(`question ${turn}`));
			const contents = contentsOf(gemini3, history) as unknown[];
			expect(contents.slice(0, previous.length)).toEqual(previous);
			previous = contents;
			history.push(assistant(gemini3, [toolCall(`c${turn}`)]), toolResult(`c${turn}`, "r"));
			history.push(assistant(gemini3, [{ type: "text", text: `answer ${turn}` }]));
		}
	});
});

describe("google-generative-ai stream", () => {
	const answered = (...chunks: object[]) =>
		ask(speaker, [() => deliver([geminiSse(chunks)], { contentType: "text/event-stream" })]);
	const candidate = (parts: object[], finishReason?: string) => ({
		candidates: [{ content: { parts }, ...(finishReason && { finishReason }) }],
	});

	verifies("ai-streaming:google:stream", async () => {
		const { message } = await answered(
			candidate([{ text: "hm", thought: true, thoughtSignature: "b25l" }]),
			candidate([{ text: "a", thoughtSignature: "dHdv" }]),
			candidate([{ text: "b" }]),
			candidate([{ text: "", thoughtSignature: "dGhyZWU=" }]),
			candidate([{ functionCall: { name: "bash", args: {} }, thoughtSignature: "Zm91cg==" }], "STOP"),
		);
		expect(message.content).toEqual([
			{ type: "thinking", thinking: "hm", thinkingSignature: "b25l" },
			{ type: "text", text: "ab", textSignature: "dGhyZWU=" },
			{ type: "toolCall", id: "bash_1000_1", name: "bash", arguments: {}, thoughtSignature: "Zm91cg==" },
		]);
		expect(message.stopReason).toBe("toolUse");
		const blocked = await answered({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } });
		expect(blocked.message).toMatchObject({
			stopReason: "error",
			stopDetails: { type: "PROHIBITED_CONTENT" },
			errorMessage: "Content blocked: PROHIBITED_CONTENT",
		});
	});

	test("cached tokens are not counted as input, and thoughts are output", async () => {
		const { message } = await answered({
			...candidate([{ text: "a" }], "STOP"),
			usageMetadata: {
				promptTokenCount: 100,
				cachedContentTokenCount: 60,
				candidatesTokenCount: 7,
				thoughtsTokenCount: 5,
				serviceTier: "flex",
			},
		});
		expect(message.usage).toMatchObject({ input: 40, cacheRead: 60, output: 12, reasoningTokens: 5, totalTokens: 112 });
		expect(message.usage.cost.total).toBeCloseTo((0.5 * (40 * 0.3 + 60 * 0.03 + 12 * 2.5)) / 1e6, 12);
	});

	test.each(["RECITATION", "BLOCKLIST", "SPII", "MALFORMED_FUNCTION_CALL", "OTHER"])(
		"the finish reason %s is an error",
		async (reason) => {
			const { message } = await answered(candidate([{ text: "a" }], reason));
			expect(message).toMatchObject({ stopReason: "error", stopDetails: { type: reason } });
		},
	);

	test("an empty stop is retried, also after thinking", async () => {
		const { requests } = await answered({
			...candidate([], "STOP"),
			usageMetadata: { promptTokenCount: 10, thoughtsTokenCount: 400 },
		});
		expect(requests).toBe(3);
	});

	test("an image in the answer is a separate block", async () => {
		const { events, message } = await answered(
			candidate([{ inlineData: { mimeType: "image/png", data: "AAAA" } }], "STOP"),
		);
		expect(message.content).toEqual([{ type: "image", mimeType: "image/png", data: "AAAA" }]);
		expect(events.map((event) => event.type)).toEqual(["start", "image_end", "done"]);
	});

	test("the delay in Google's error body is reported", async () => {
		const body = { error: { message: "Slow down", details: [{ retryDelay: "12.5s" }] } };
		const { message } = await ask(speaker, [() => Response.json(body, { status: 429 })]);
		expect(message.errorMessage).toBe("429 Slow down retry-after-ms=12500");
	});
});
