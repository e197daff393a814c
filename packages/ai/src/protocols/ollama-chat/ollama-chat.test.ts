import { describe, expect, test } from "bun:test";
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
import { createStream } from "../../stream/stream.ts";
import { encode } from "./encode.ts";
import { ollamaChat } from "./protocol.ts";

const model: Model = {
	id: "gpt-oss:120b",
	name: "gpt-oss 120B",
	provider: "ollama-cloud",
	api: "ollama-chat",
	baseUrl: "https://ollama.com",
	reasoning: true,
	thinking: { mode: "effort", efforts: ["low", "medium", "high", "max"] },
	input: ["text", "image"],
	cost: { input: 0.1, output: 0.4, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 131_072,
	maxTokens: 8192,
};
const local: Model = { ...model, provider: "ollama", baseUrl: "http://127.0.0.1:11434" };

const contentType = "application/x-ndjson";
const lines = (chunks: readonly object[]) =>
	new TextEncoder().encode(chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join(""));
const chunk = (message: object) => ({
	model: "gpt-oss:120b",
	created_at: "2026-01-01T00:00:00Z",
	message: { role: "assistant", content: "", ...message },
	done: false,
});

function chunksOf(block: ScriptedBlock): object[] {
	const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
	switch (block.kind) {
		case "text":
			return halves(block.text).map((content) => chunk({ content }));
		case "thinking":
			return halves(block.thinking).map((thinking) => chunk({ thinking }));
		case "toolCall":
			return [chunk({ tool_calls: [{ function: { name: block.name, arguments: block.arguments } }] })];
	}
}

const speaker: WireSpeaker = {
	protocol: ollamaChat as Protocol,
	model,
	contentType,
	say: ({ blocks, stop, usage }) =>
		lines([
			...blocks.flatMap(chunksOf),
			{
				...chunk({}),
				done: true,
				done_reason: stop === "length" ? "length" : "stop",
				total_duration: 1,
				prompt_eval_count: usage?.input ?? 0,
				eval_count: usage?.output ?? 0,
			},
		]),
	cutOff: (text) => lines([chunk({ content: text })]),
	malformed: () => new TextEncoder().encode('{"message": {"content": \n'),
	failInside: (error) => lines([chunk({ content: "So" }), { error }]),
	overflow: { status: 400, body: '{"error":"the input length exceeds the context window of the model"}' },
	lacks: { toolCallIds: true, thinkingSignatures: true, refusal: true, cacheRead: true, callPieces: true },
};

protocolContract(speaker);

const bodyOf = (context: Context, options: StreamOptions = {}, using: Model = model) =>
	encode(modelCall(using, context, options)).body;

describe("ollama-chat request", () => {
	test("has one system message, the history, tools and options", () => {
		const request = encode(
			modelCall(
				local,
				{ systemPrompt: ["a", "b"], messages: [user("hi")], tools: [readTool] },
				{
					temperature: 0.1,
					topP: 0.9,
					topK: 5,
					minP: 0.05,
					repetitionPenalty: 1.1,
					stopSequences: ["END"],
					maxTokens: 9,
				},
			),
		);
		expect(request.url).toBe("http://127.0.0.1:11434/api/chat");
		expect(request.headers).toMatchObject({ authorization: "Bearer test-key" });
		expect(request.body).toEqual({
			model: "gpt-oss:120b",
			messages: [
				{ role: "system", content: "a\n\nb" },
				{ role: "user", content: "hi" },
			],
			tools: [
				{
					type: "function",
					function: { name: "read", description: "Reads a file", parameters: readTool.parameters },
				},
			],
			stream: true,
			truncate: false,
			think: false,
			options: {
				num_ctx: 131_072,
				num_predict: 9,
				temperature: 0.1,
				top_p: 0.9,
				top_k: 5,
				min_p: 0.05,
				repeat_penalty: 1.1,
				stop: ["END"],
			},
		});
	});

	test("a base URL with the path of another API is understood", () => {
		const urlOf = (baseUrl: string) => encode(modelCall({ ...model, baseUrl }, { messages: [] })).url;
		expect(["http://x:1/", "http://x:1/v1", "http://x:1/api"].map(urlOf)).toEqual(Array(3).fill("http://x:1/api/chat"));
	});

	test("calls and results are matched by tool name, and images of results follow them", () => {
		const messages: Context["messages"] = [
			user([{ type: "text", text: "look" }, image]),
			assistant(model, [{ type: "text", text: "reading" }, toolCall("a", { path: "x" }), toolCall("b", { path: "y" })]),
			toolResult("b", [], { isError: true }),
			toolResult("a", [{ type: "text", text: "x text" }, image]),
		];
		expect(bodyOf({ messages }).messages).toEqual([
			{ role: "user", content: "look", images: [image.data] },
			{
				role: "assistant",
				content: "reading",
				tool_calls: [
					{ function: { name: "read", arguments: { path: "x" } } },
					{ function: { name: "read", arguments: { path: "y" } } },
				],
			},
			{ role: "tool", content: "x text", tool_name: "read" },
			{ role: "tool", content: "(error without a message)", tool_name: "read" },
			{ role: "user", content: "(images of the results above)", images: [image.data] },
		]);
	});

	test("thinking is sent back to a local engine and becomes text for the cloud", () => {
		const history = (from: Model) => [
			user("q"),
			assistant(from, [
				{ type: "thinking", thinking: "hm" },
				{ type: "text", text: "a" },
			]),
			user("next"),
		];
		const turnOf = (using: Model) => (bodyOf({ messages: history(using) }, {}, using).messages as object[])[1];
		expect(turnOf(local)).toEqual({ role: "assistant", content: "a", thinking: "hm" });
		expect(turnOf(model)).toEqual({ role: "assistant", content: "<think>\nhm\n</think>\na" });
	});

	test("a model without vision gets no images", () => {
		const body = bodyOf({ messages: [user([image])] }, {}, { ...model, input: ["text"] });
		expect(body.messages).toEqual([
			{ role: "user", content: "[image omitted: the active model does not support image input]" },
		]);
	});

	test("only a forced tool is sent, and none for `none`", () => {
		const tools = [readTool, { ...readTool, name: "write" }];
		const namesFor = (toolChoice: StreamOptions["toolChoice"]) =>
			(bodyOf({ messages: [user("q")], tools }, { toolChoice }).tools as typeof tools | undefined)?.map(
				(tool) => (tool as unknown as { function: { name: string } }).function.name,
			);
		expect(namesFor({ type: "tool", name: "write" })).toEqual(["write"]);
		expect(namesFor({ type: "tool", name: "absent" })).toEqual(["read", "write"]);
		expect(namesFor("required")).toEqual(["read", "write"]);
		expect(namesFor("none")).toBeUndefined();
	});

	const levels: Array<[Effort | "off", string | false]> = [
		["off", false],
		["minimal", "low"],
		["low", "low"],
		["medium", "medium"],
		["high", "high"],
		["xhigh", "high"],
		["max", "max"],
	];
	test.each(levels)("thinking level %s", (level, think) => {
		const options: StreamOptions = level === "off" ? {} : { reasoning: level };
		expect(bodyOf({ messages: [user("q")] }, options).think).toBe(think);
		expect(bodyOf({ messages: [user("q")] }, options, { ...model, reasoning: false })).not.toHaveProperty("think");
	});
});

describe("ollama-chat answer", () => {
	const answered = (...chunks: object[]) => ask(speaker, [() => deliver([lines(chunks)], { contentType })]);

	verifies("ai-streaming:ollama:stream", async () => {
		const call = (args: unknown) => ({ function: { name: "bash", arguments: args } });
		const { message } = await answered(
			chunk({ thinking: "hm" }),
			chunk({ content: "Running" }),
			chunk({ content: " both." }),
			// Some engines send the arguments as text.
			chunk({ tool_calls: [call({ command: "a" }), call('{"command":"b"}')] }),
			{ ...chunk({}), done: true, done_reason: "stop", prompt_eval_count: 7, eval_count: 9 },
		);
		expect(message).toMatchObject({
			stopReason: "toolUse",
			content: [
				{ type: "thinking", thinking: "hm" },
				{ type: "text", text: "Running both." },
				{ type: "toolCall", id: "bash_1000_1", name: "bash", arguments: { command: "a" } },
				{ type: "toolCall", id: "bash_1000_2", name: "bash", arguments: { command: "b" } },
			],
			usage: { input: 7, output: 9 },
		});
	});

	test("an answer that only loads the model is an error", async () => {
		const { message } = await answered({ ...chunk({}), done: true, done_reason: "load" });
		expect(message).toMatchObject({ stopReason: "error", stopDetails: { type: "load" } });
	});

	test("a length stop without content means that the prompt filled the context", async () => {
		const { message } = await answered({ ...chunk({}), done: true, done_reason: "length" });
		expect((message.errorId ?? 0) & 0x800000).toBe(0x800000);
	});

	test("a server error is retried after 2, 5 and 10 seconds", async () => {
		const { waits, requests } = await ask(speaker, [() => Response.json({ error: "loading model" }, { status: 503 })]);
		expect({ waits, requests }).toEqual({ waits: [2000, 5000, 10_000], requests: 4 });
	});

	test("other failures are not retried", async () => {
		const { requests } = await ask(speaker, [() => Response.json({ error: "slow down" }, { status: 429 })]);
		expect(requests).toBe(1);
	});
});

describe("ollama-chat with a local engine", () => {
	const bodyOf = (target: Model, context: Context = { messages: [user("q")] }) =>
		encode(modelCall(target, context, {})).body as { options: { num_ctx?: number }; truncate?: boolean };

	test("the window is requested, so that the prompt is not cut", () => {
		expect(bodyOf({ ...local, contextWindow: 40_960 })).toMatchObject({
			options: { num_ctx: 40_960 },
			truncate: false,
		});
		expect(bodyOf(model).options).not.toHaveProperty("num_ctx");
	});

	test("a prompt that does not fit is said before it is sent", async () => {
		const small = { ...local, contextWindow: 1000 };
		const context = { messages: [user("word ".repeat(2000))] };
		const { message, requests } = await ask({ ...speaker, model: small }, [() => new Response("{}")], { context });
		expect(requests).toBe(0);
		expect(message.errorMessage).toBe(
			"The prompt (about 2500 tokens) does not fit the context window of gpt-oss:120b (1000). Set OLLAMA_CONTEXT_LENGTH for a larger one.",
		);
		expect((message.errorId ?? 0) & 0x800000).toBe(0x800000);
	});

	test("an engine without the native API is asked over /v1, from then on at once", async () => {
		const urls: string[] = [];
		const answer = async (url: string) => {
			urls.push(url);
			if (url.endsWith("/api/chat")) return new Response("404 page not found", { status: 404 });
			const events = [
				{ id: "1", choices: [{ index: 0, delta: { reasoning: "hm" } }] },
				{ id: "1", choices: [{ index: 0, delta: { content: "Hello." }, finish_reason: "stop" }] },
			];
			const sse = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
			return new Response(`${sse}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
		};
		const stream = createStream({
			host: { now: () => 0, env: {} },
			protocols: new Map([["ollama-chat", async () => ollamaChat as unknown as Protocol]]),
			fetch: (url) => answer(String(url)),
		});
		const old = { ...local, baseUrl: "http://127.0.0.1:11435" };
		for (let turn = 0; turn < 2; turn++) {
			const reply = await stream(old, { messages: [user("q")] }).result();
			expect(reply).toMatchObject({
				api: "ollama-chat",
				stopReason: "stop",
				content: [
					{ type: "thinking", thinking: "hm" },
					{ type: "text", text: "Hello." },
				],
			});
		}
		const base = "http://127.0.0.1:11435";
		expect(urls).toEqual([`${base}/api/chat`, `${base}/v1/chat/completions`, `${base}/v1/chat/completions`]);
	});

	test("an unknown model is no reason to use another API", async () => {
		const missing = () => new Response('{"error":"model \'nosuch\' not found"}', { status: 404 });
		const { message, requests } = await ask({ ...speaker, model: local }, [missing]);
		expect(requests).toBe(1);
		expect(message.errorMessage).toBe("404 model 'nosuch' not found");
	});
});
