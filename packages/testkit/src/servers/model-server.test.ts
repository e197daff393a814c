import { describe, expect, test } from "bun:test";
import { until } from "../until.ts";
import { modelServer } from "./model-server.ts";
import { delivered, failure, gate, stalled, text, toolCall, toolCalls } from "./replies.ts";

const question = {
	model: "claude-sonnet-4-5",
	max_tokens: 99,
	stream: true,
	messages: [{ role: "user", content: "hi" }],
};

function ask(url: string, init: RequestInit & { path?: string; body?: string } = {}): Promise<Response> {
	return fetch(url + (init.path ?? "/v1/messages"), {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(question),
		...init,
	});
}

function textOf(anthropicStream: string): string {
	return [...anthropicStream.matchAll(/"text_delta","text":"([^"]*)"/g)].map((match) => match[1]).join("");
}

test("model server: returns the replies in order, for any request", async () => {
	await using model = await modelServer({ replies: [text("first"), text("second")] });
	expect(textOf(await (await ask(model.url)).text())).toBe("first");
	expect(textOf(await (await ask(model.url)).text())).toBe("second");
});

test("model server: records the requests as sent", async () => {
	await using model = await modelServer({ replies: [text("hi")] });
	await ask(model.url, { headers: { "x-api-key": "k" } });
	expect(model.requests).toEqual([question]);
	expect(model.exchanges[0]).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": "k" }, aborted: false });
});

test("model server: a tool call has a predictable id and stop reason", async () => {
	await using model = await modelServer({ replies: [text("ok"), toolCall("bash", { command: "true" })] });
	await ask(model.url);
	const stream = await (await ask(model.url)).text();
	expect(stream).toContain(`"content_block":{"type":"tool_use","id":"call_2_1","name":"bash","input":{}}`);
	expect(stream).toContain(`"partial_json":"{\\"command\\":\\"true\\"}"`);
	expect(stream).toContain(`"stop_reason":"tool_use"`);
	expect(stream).not.toContain(`"type":"text"`);
});

test("model server: text, thinking, usage and several calls in one reply", async () => {
	const reply = {
		answer: {
			...toolCalls({ name: "read", arguments: { path: "a" } }, { name: "read", arguments: { path: "b" }, id: "mine" })
				.answer,
			text: "looking",
			thinking: "hmm",
			usage: { inputTokens: 12, outputTokens: 34 },
		},
	};
	await using model = await modelServer({ replies: [reply] });
	const stream = await (await ask(model.url)).text();
	expect(textOf(stream)).toBe("looking");
	expect(stream).toContain(`"thinking_delta","thinking":"hmm"`);
	expect(stream).toContain(`"id":"call_1_1"`);
	expect(stream).toContain(`"id":"mine"`);
	expect(stream).toContain(`"usage":{"output_tokens":34}`);
});

test("model server: a failure has its status and retry delay", async () => {
	await using model = await modelServer({
		replies: [failure(429, "slow down", { retryAfterSeconds: 7 }), text("now")],
	});
	const response = await ask(model.url);
	expect(response.status).toBe(429);
	expect(response.headers.get("retry-after")).toBe("7");
	expect(await response.json()).toEqual({ type: "error", error: { type: "api_error", message: "slow down" } });
	expect(textOf(await (await ask(model.url)).text())).toBe("now");
});

test("model server: the end of the script is reported, and it can be extended", async () => {
	await using model = await modelServer({ replies: [text("only")] });
	await ask(model.url);
	const response = await ask(model.url);
	expect(response.status).toBe(400);
	expect(await response.text()).toContain("The script ended after 1 replies");
	model.script(text("more"));
	expect(textOf(await (await ask(model.url)).text())).toBe("more");
});

test("model server: concurrent requests get different replies", async () => {
	await using model = await modelServer({ replies: [text("one"), text("two")] });
	const streams = await Promise.all([ask(model.url), ask(model.url)].map(async (reply) => (await reply).text()));
	expect(streams.map(textOf).sort()).toEqual(["one", "two"]);
});

test("model server: a held reply continues when the gate opens", async () => {
	const between = gate();
	const reply = delivered(text("abcdef"), { chunkChars: 2, hold: { afterChunks: 3, gate: between } });
	await using model = await modelServer({ replies: [reply] });
	const reader = (await ask(model.url)).body?.pipeThrough(new TextDecoderStream()).getReader();
	let received = "";
	const finished = (async () => {
		for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) received += part.value;
	})();
	await until(() => textOf(received) === "ab");
	between.open();
	await finished;
	expect(textOf(received)).toBe("abcdef");
	expect(received).toEndWith(`data: {"type":"message_stop"}\n\n`);
});

test("model server: a stalled reply never ends, and a disconnect is noticed", async () => {
	await using model = await modelServer({ replies: [stalled(text("never seen"))] });
	const leaving = new AbortController();
	const response = ask(model.url, { signal: leaving.signal });
	await until(() => model.exchanges.length === 1);
	leaving.abort();
	await expect(response).rejects.toThrow("aborted");
	await until(() => model.exchanges[0]?.aborted);
});

test("model server: a cut reply breaks the connection in the middle", async () => {
	await using model = await modelServer({ replies: [delivered(text("abcdef"), { chunkChars: 1, cutAfterChunks: 4 })] });
	const response = await ask(model.url);
	await expect(response.text()).rejects.toThrow();
	expect(model.requests).toHaveLength(1);
});

test("model server: chaos can be switched on and off", async () => {
	await using model = await modelServer({ replies: [text("lost"), text("kept")] });
	model.setChaos({ dropRate: 1 });
	expect((await ask(model.url)).status).toBe(500);
	model.clearChaos();
	expect(textOf(await (await ask(model.url)).text())).toBe("kept");
});

describe("model server: speaks", () => {
	const messages = [{ role: "user", content: "hi" }];
	const contents = [{ role: "user", parts: [{ text: "hi" }] }];
	const converse = { messages: [{ role: "user", content: [{ text: "hi" }] }] };
	const surfaces: [name: string, path: string, body: object][] = [
		["Anthropic", "/v1/messages", question],
		["OpenAI chat", "/v1/chat/completions", { model: "gpt-4o", stream: true, messages }],
		["OpenAI responses", "/v1/responses", { model: "gpt-4o", stream: true, input: "hi" }],
		["Gemini", "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse", { contents }],
		[
			"Vertex",
			"/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
			{ contents },
		],
		["Bedrock", "/model/anthropic.claude-v2/converse-stream", converse],
		["Azure", "/openai/deployments/gpt/chat/completions?api-version=2024-10-21", { stream: true, messages }],
		["Ollama", "/api/chat", { model: "llama", stream: true, messages }],
	];
	test.each(surfaces)("%s", async (_name, path, body) => {
		await using model = await modelServer({ replies: [text("salutations")] });
		const response = await ask(model.url, { path, body: JSON.stringify(body) });
		expect(response.status).toBe(200);
		expect(await response.text()).toContain("salutations");
		expect(model.requests).toEqual([body as Record<string, unknown>]);
	});
});
