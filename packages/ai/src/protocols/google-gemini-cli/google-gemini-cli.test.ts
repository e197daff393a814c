import { describe, expect, test } from "bun:test";
import { ask } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { geminiSpeaker } from "@oh-my-pi/pi-testkit/protocol-contract/gemini-chunks";
import {
	assistant,
	modelCall,
	readTool,
	toolCall,
	toolResult,
	user,
} from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Model } from "../../model/model.ts";
import type { Protocol } from "../../protocol/protocol.ts";
import { encode, formatCodeAssistKey } from "./encode.ts";
import { googleGeminiCli } from "./protocol.ts";

const model: Model = {
	id: "gemini-2.5-pro",
	name: "Gemini 2.5 Pro",
	provider: "google-gemini-cli",
	api: "google-gemini-cli",
	baseUrl: "https://cloudcode-pa.googleapis.com",
	reasoning: false,
	input: ["text", "image"],
	cost: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 0 },
	contextWindow: 1_048_576,
	maxTokens: 65_536,
};

const speaker = geminiSpeaker(
	{ protocol: googleGeminiCli as Protocol, model },
	{ callIds: true, wrap: (response) => ({ response, traceId: "t" }) },
);
protocolContract(speaker);

describe("google-gemini-cli request", () => {
	verifies("ai-streaming:gemini-cli:wrapper", async () => {
		const apiKey = formatCodeAssistKey({ token: "ya29.x", projectId: "my-project" });
		const request = encode({ ...modelCall(model, { messages: [user("hi")] }, { sessionId: "s1" }), apiKey });
		expect(request.url).toBe("https://cloudcode-pa.googleapis.com/v1internal:streamGenerateContent?alt=sse");
		expect(request.headers).toMatchObject({ authorization: "Bearer ya29.x" });
		expect(request.body).toEqual({
			model: "gemini-2.5-pro",
			project: "my-project",
			request: {
				contents: [{ role: "user", parts: [{ text: "hi" }] }],
				generationConfig: { maxOutputTokens: 65_536 },
				session_id: "s1",
			},
		});
		const wrapped = speaker.say({ blocks: [{ kind: "text", text: "Hello" }], stop: "stop" });
		const { message } = await ask(speaker, [deliver([wrapped], { contentType: speaker.contentType })]);
		expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "Hello" }] });
	});

	test("with a bare token, the project comes from the environment", () => {
		const call = { ...modelCall(model, { messages: [user("hi")] }), env: { GOOGLE_CLOUD_PROJECT: "from-env" } };
		expect(encode(call)).toMatchObject({
			headers: { authorization: "Bearer test-key" },
			body: { project: "from-env" },
		});
	});

	test("Claude on this service gets ids", () => {
		const claude = { ...model, id: "claude-sonnet-4-5" };
		const messages = [user("go"), assistant(claude, [toolCall("call 1")]), toolResult("call 1", "r")];
		const { request } = encode(modelCall(claude, { messages })).body as {
			request: {
				contents: Array<{ parts: Array<{ functionCall?: { id: string }; functionResponse?: { id: string } }> }>;
			};
		};
		const callId = request.contents[1]?.parts[0]?.functionCall?.id;
		expect(callId).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
		expect(request.contents[2]?.parts[0]?.functionResponse?.id).toBe(callId as string);
	});

	test("Claude on this service gets plain schemas in the older field", () => {
		const claude = { ...model, id: "claude-sonnet-4-5" };
		const path = { anyOf: [{ type: "string" }, { type: "null" }] };
		const tools = [{ ...readTool, parameters: { type: "object", properties: { path } } }];
		expect(encode(modelCall(claude, { messages: [user("go")], tools })).body).toMatchObject({
			request: {
				tools: [
					{ functionDeclarations: [{ parameters: { type: "object", properties: { path: { type: "string" } } } }] },
				],
			},
		});
	});
});
