import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { classifyFailure } from "./classify.ts";
import { httpFailure } from "./http-failure.ts";

verifies("ai-streaming:error:classes", () => {
	const failures: Array<[number | undefined, string]> = [
		[400, "prompt is too long: 210000 tokens > 200000 maximum"],
		[429, "You exceeded your current quota, please check your plan and billing details"],
		[429, "Rate limit reached for requests"],
		[429, "Too many concurrent requests"],
		[529, "Overloaded"],
		[503, "The server is busy"],
		[500, "Internal server error"],
		[408, ""],
		[undefined, "The connection was reset: socket hang up"],
		[401, "invalid x-api-key"],
		[403, "forbidden"],
		[undefined, "authentication_error: invalid x-api-key"],
		[400, "messages: at least one message is required"],
		[400, "Invalid schema for function 'edit': strict mode needs every property required"],
		[400, "Previous response with id 'resp_1' not found."],
		[403, "Your credit balance is too low to access the API."],
	];
	expect(failures.map(([status, text]) => classifyFailure(status, text))).toEqual([
		"context-overflow",
		"usage-limit",
		"rate-limit",
		"concurrency",
		"overloaded",
		"overloaded",
		"transient",
		"transient",
		"transient",
		"auth",
		"auth",
		"auth",
		"invalid-request",
		"strict-schema",
		"stale-replay",
		"usage-limit",
	]);
});

verifies("ai-streaming:error:context-overflow", async () => {
	const sayings = [
		"prompt is too long: 210000 tokens > 200000 maximum",
		'{"code":"context_length_exceeded"}',
		"This model's maximum context length is 128000 tokens",
		"Your input exceeds the context window of this model",
		"The input token count (1200000) exceeds the maximum number of tokens allowed",
		"This model's maximum prompt length is 131072",
		"Please reduce the length of the messages or completion",
		"the request exceeds the available context size",
		"prompt is greater than the context length",
		"Prompt is too large for model with 32768 maximum context length",
		"Input is too long for requested model.",
		"Your request exceeded model token limit: 262144",
		"invalid params, context window exceeds limit",
		"request_too_large: Request exceeds the maximum size",
	];
	for (const saying of sayings) {
		expect([saying, classifyFailure(400, saying.toUpperCase())]).toEqual([saying, "context-overflow"]);
	}
	expect(classifyFailure(413, "")).toBe("context-overflow");
	const kindOf = async (provider: string, status: number, body: string | null) =>
		(await httpFailure(new Response(body, { status }), 0, provider)).kind;
	for (const provider of ["cerebras", "mistral"]) {
		expect(await kindOf(provider, 400, null)).toBe("context-overflow");
		expect(await kindOf(provider, 413, null)).toBe("context-overflow");
		expect(await kindOf(provider, 400, '{"message":"bad field"}')).toBe("invalid-request");
	}
	expect(await kindOf("groq", 400, null)).toBe("invalid-request");
});

test.each([
	["its text", "m is temporarily rate-limited upstream.", "m is temporarily rate-limited upstream."],
	["a body of the provider's own", '{"error":{"message":"Quota reached","code":429}}', "Quota reached"],
])("a gateway's error is said in the provider's words: %s", async (_, raw, said) => {
	const body = { error: { code: 429, message: "Provider returned error", metadata: { provider_name: "Google", raw } } };
	const failure = await httpFailure(new Response(JSON.stringify(body), { status: 429 }), 0, "openrouter");
	expect(failure).toMatchObject({ kind: "rate-limit", message: `429 Google: ${said}` });
});

test("a gateway's own words are kept when there are no others", async () => {
	const body = {
		error: { code: 400, message: "Provider returned error", metadata: { provider_name: "Google", raw: "" } },
	};
	const failure = await httpFailure(new Response(JSON.stringify(body), { status: 400 }), 0, "openrouter");
	expect(failure.message).toBe("400 Provider returned error");
});

test.each([
	[404, '{"error":{"message":"model: claude-sonet-4-5","type":"not_found_error"}}'],
	[404, '{"error":{"code":404,"message":"models/gemini-3.6-flahs is not found for API version v1beta"}}'],
	[404, '{"error":"model \'nosuch:latest\' not found"}'],
	[404, '{"error":{"code":"model_not_found","message":"The model `gpt-9` does not exist or you do not have access"}}'],
	[404, '{"error":{"code":"DeploymentNotFound","message":"The API deployment does not exist"}}'],
	[400, '{"error":{"code":"model_not_found","message":"The requested model \'gpt-9\' does not exist."}}'],
	[400, '{"message":"The provided model identifier is invalid."}'],
])("an unknown model is recognized: %d %s", (status, body) => {
	expect(classifyFailure(status, body)).toBe("unknown-model");
});

test("other refusals are no unknown models", () => {
	expect(classifyFailure(404, "404 page not found")).toBe("invalid-request");
	expect(classifyFailure(400, "This model does not support effort level 'xhigh'.")).toBe("invalid-request");
});

test.each([
	[
		"",
		404,
		"404 Not Found from http://127.0.0.1:11434/v1/responses: the server has no such endpoint; check the provider's baseUrl and api",
	],
	[
		"{}",
		404,
		"404 Not Found from http://127.0.0.1:11434/v1/responses: the server has no such endpoint; check the provider's baseUrl and api",
	],
	[
		"<html></html>",
		502,
		"502 Bad Gateway from http://127.0.0.1:11434/v1/responses: the server failed; try again later",
	],
	["null", 418, "418 without a message from http://127.0.0.1:11434/v1/responses: the server refused the request"],
])("a body that says nothing (%p): address, status and what to do", async (body, status, said) => {
	const statusText = { 404: "Not Found", 502: "Bad Gateway" }[status] ?? "";
	const response = new Response(body, { status, statusText });
	const failure = await httpFailure(response, 0, "ollama", "http://127.0.0.1:11434/v1/responses?key=secret");
	expect(failure.message).toBe(said);
});
