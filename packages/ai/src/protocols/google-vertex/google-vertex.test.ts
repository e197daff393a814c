import { describe, expect, test } from "bun:test";
import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { geminiChunks, geminiSpeaker, geminiSse } from "@oh-my-pi/pi-testkit/protocol-contract/gemini-chunks";
import {
	assistant,
	image,
	modelCall,
	readTool,
	toolCall,
	toolResult,
	user,
} from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { cloudCredentials } from "../../cloud/credentials/cloud-credentials.ts";
import type { AssistantMessage } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { Protocol } from "../../protocol/protocol.ts";
import { createStream } from "../../stream/stream.ts";
import { encode } from "./encode.ts";
import { googleVertex } from "./protocol.ts";

const gemini: Model = {
	id: "gemini-3.1-pro-preview",
	name: "Gemini 3.1 Pro",
	provider: "google-vertex",
	api: "google-vertex",
	baseUrl: "",
	reasoning: true,
	thinking: { mode: "google-level", efforts: ["low", "high"] },
	input: ["text", "image"],
	cost: { input: 2, output: 12, cacheRead: 0.2, cacheWrite: 0 },
	contextWindow: 1_048_576,
	maxTokens: 65_536,
};
const claude: Model = {
	...gemini,
	id: "claude-sonnet-4-5@20250929",
	thinking: { mode: "budget", efforts: ["low", "high"] },
};

protocolContract(geminiSpeaker({ protocol: googleVertex as Protocol, model: gemini }, { callIds: false }));

interface Sent {
	url: string;
	headers: Record<string, string>;
	body: Record<string, unknown>;
}

/** Sends a request through the whole stream with fake credentials and returns it. */
async function send(
	model: Model,
	env: Record<string, string>,
	answers: readonly Response[],
): Promise<{ sent: Sent[]; message: AssistantMessage }> {
	const sent: Sent[] = [];
	const fetch = async (url: string, init: RequestInit) => {
		sent.push({
			url,
			headers: init.headers as Record<string, string>,
			body: JSON.parse(String(init.body)),
		});
		return answers[Math.min(sent.length, answers.length) - 1] as Response;
	};
	const world = { env, home: "/home/u", now: () => 0, fetch, readFile: async () => undefined, run: async () => "" };
	const stream = createStream({
		host: { now: () => 0, env },
		protocols: new Map([["google-vertex", async () => googleVertex as Protocol]]),
		fetch,
		cloud: cloudCredentials(world),
	});
	const message = await stream(model, { messages: [user("hi")] }, {}).result();
	return { sent, message };
}

const sse = (bytes: Uint8Array) => deliver([bytes], { contentType: "text/event-stream" });
const hello = () =>
	sse(geminiSse(geminiChunks({ blocks: [{ kind: "text", text: "Hello" }], stop: "stop" }, { callIds: false })));
const adc = { GOOGLE_CLOUD_ACCESS_TOKEN: "ya29.x", GOOGLE_CLOUD_PROJECT: "p1" };

describe("google-vertex request", () => {
	verifies("ai-streaming:vertex:endpoint", async () => {
		const locations = [
			[undefined, "aiplatform.googleapis.com", "global"],
			["global", "aiplatform.googleapis.com", "global"],
			["us", "aiplatform.us.rep.googleapis.com", "us"],
			["eu", "aiplatform.eu.rep.googleapis.com", "eu"],
			["europe-west4", "europe-west4-aiplatform.googleapis.com", "europe-west4"],
		] as const;
		for (const [location, host, shown] of locations) {
			const env = { ...adc, ...(location && { GOOGLE_CLOUD_LOCATION: location }) };
			const { sent, message } = await send(gemini, env, [hello()]);
			expect(sent[0]?.url).toBe(
				`https://${host}/v1/projects/p1/locations/${shown}/publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse`,
			);
			expect(sent[0]?.headers).toMatchObject({ authorization: "Bearer ya29.x" });
			expect(sent[0]?.headers).not.toHaveProperty("x-goog-api-key");
			expect(message.content).toEqual([{ type: "text", text: "Hello" }]);
		}
		const express = encode(modelCall(gemini, { messages: [user("hi")] }));
		expect(express.url).toBe(
			"https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse",
		);
		expect(express.headers).toMatchObject({ "x-goog-api-key": "test-key" });
		const called = [user("go"), assistant(gemini, [toolCall("a")]), toolResult("a", "r")];
		expect(JSON.stringify(encode(modelCall(gemini, { messages: called })).body)).not.toContain('"id"');
		expect(encode(modelCall(claude, { messages: [user("hi")] })).url).toEndWith(
			"/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict",
		);
	});

	test("an empty key counts as none: the cloud's credentials are used", () => {
		const { url, headers } = encode({ ...modelCall(gemini, { messages: [user("hi")] }), apiKey: "" });
		expect(url).toContain("/projects/{project}/");
		expect(headers).not.toHaveProperty("x-goog-api-key");
	});

	test("a custom base URL is kept, with project and location if it has placeholders", () => {
		const urlOf = (baseUrl: string, apiKey?: string) =>
			encode({ ...modelCall({ ...gemini, baseUrl }, { messages: [user("hi")] }), apiKey }).url;
		const tail = "publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse";
		expect(urlOf("http://127.0.0.1:9/")).toBe(`http://127.0.0.1:9/v1/projects/{project}/locations/{location}/${tail}`);
		expect(urlOf("http://127.0.0.1:9/v1/projects/a/locations/b", "k")).toBe(
			`http://127.0.0.1:9/v1/projects/a/locations/b/${tail}`,
		);
		expect(urlOf("https://{location}-aiplatform.googleapis.com")).toStartWith("https://{host}/v1/projects/");
	});

	test("without a project the error says what to set", async () => {
		const { message, sent } = await send(gemini, { GOOGLE_CLOUD_ACCESS_TOKEN: "ya29.x" }, [
			new Response("", { status: 404 }),
		]);
		expect(message.errorMessage).toBe("No Google Cloud project for Vertex AI: set GOOGLE_CLOUD_PROJECT");
		expect(sent.every(({ url }) => url.includes("computeMetadata"))).toBe(true);
	});

	test("ids are not sent to Vertex, images stay in results, safety filters are off", () => {
		const messages = [
			user("go"),
			assistant(gemini, [toolCall("a", {}, { thoughtSignature: "c2ln" })]),
			toolResult("a", [image]),
		];
		const { body } = encode(modelCall(gemini, { messages, tools: [readTool] }, { toolChoice: "required" }));
		expect(body).toMatchObject({
			contents: [
				{},
				{ parts: [{ functionCall: { name: "read", args: {} }, thoughtSignature: "c2ln" }] },
				{ parts: [{ functionResponse: { name: "read", parts: [{ inlineData: { data: image.data } }] } }] },
			],
			toolConfig: { functionCallingConfig: { mode: "ANY" } },
			safetySettings: [
				{ category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF" },
				{ category: "HARM_CATEGORY_HATE_SPEECH", threshold: "OFF" },
				{ category: "HARM_CATEGORY_SEXUALLY_EXPLICIT", threshold: "OFF" },
				{ category: "HARM_CATEGORY_DANGEROUS_CONTENT", threshold: "OFF" },
			],
		});
		expect(JSON.stringify(body)).not.toContain('"id"');
	});

	test("the priority tier is a header here", () => {
		const headersOf = (serviceTier: string) =>
			encode(modelCall(gemini, { messages: [user("hi")] }, { serviceTier })).headers;
		expect(headersOf("priority")).toMatchObject({ "x-vertex-ai-llm-shared-request-type": "priority" });
		expect(headersOf("flex")).not.toHaveProperty("x-vertex-ai-llm-shared-request-type");
	});

	test("a refused token is fetched again for the next request", async () => {
		let tokens = 0;
		let requests = 0;
		const fetch = async (url: string, init: RequestInit) => {
			if (url.includes("computeMetadata")) return Response.json({ access_token: `t${++tokens}`, expires_in: 3600 });
			requests++;
			const { authorization } = init.headers as Record<string, string>;
			return authorization === "Bearer t1"
				? Response.json({ error: { message: "expired" } }, { status: 401 })
				: hello();
		};
		const env = { GOOGLE_CLOUD_PROJECT: "p1" };
		const world = { env, home: "/h", now: () => 0, fetch, readFile: async () => undefined, run: async () => "" };
		const stream = createStream({
			host: { now: () => 0, env },
			protocols: new Map([["google-vertex", async () => googleVertex as Protocol]]),
			fetch,
			cloud: cloudCredentials(world),
		});
		const stops: string[] = [];
		for (let count = 0; count < 3; count++) {
			stops.push((await stream(gemini, { messages: [user("hi")] }).result()).stopReason);
		}
		expect({ stops, tokens, requests }).toEqual({ stops: ["error", "stop", "stop"], tokens: 2, requests: 3 });
	});
});

describe("Claude on Vertex", () => {
	const events = [
		{ type: "message_start", message: { id: "msg_1", usage: { input_tokens: 3, output_tokens: 1 } } },
		{ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
		{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
		{ type: "content_block_stop", index: 0 },
		{ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
		{ type: "message_stop" },
	];
	const answer = () =>
		sse(
			new TextEncoder().encode(
				events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""),
			),
		);

	test("gets Anthropic's body without the model, by rawPredict, and no beta headers", async () => {
		const env = { ...adc, GOOGLE_CLOUD_LOCATION: "us-east5" };
		const { sent, message } = await send(claude, env, [answer()]);
		expect(sent[0]?.url).toBe(
			"https://us-east5-aiplatform.googleapis.com/v1/projects/p1/locations/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict",
		);
		expect(Object.keys(sent[0]?.headers ?? {}).sort()).toEqual([
			"accept",
			"accept-encoding",
			"authorization",
			"content-type",
			"user-agent",
		]);
		expect(sent[0]?.body).toEqual({
			anthropic_version: "vertex-2023-10-16",
			max_tokens: 64_000,
			stream: true,
			messages: [{ role: "user", content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }] }],
			thinking: { type: "disabled" },
		});
		expect(message).toMatchObject({ content: [{ type: "text", text: "Hello" }], stopReason: "stop" });
		expect(message.usage).toMatchObject({ input: 3, output: 2 });
	});

	test("a key is not used for Claude, which has no express mode", () => {
		const request = encode(modelCall(claude, { messages: [user("hi")] }));
		expect(request.url).toContain("/projects/{project}/");
		expect(request.headers).not.toHaveProperty("x-goog-api-key");
	});

	test("a truncated stream is detected", async () => {
		const { message } = await send(claude, adc, [sse(new TextEncoder().encode('data: {"type":"ping"}\n\n'))]);
		expect(message.stopReason).toBe("error");
	});
});
