import { expect } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { exchange } from "./testing/searching.ts";

verifies("tools-code-web:search:model-providers", async () => {
	const claudeAnswer = {
		id: "msg_1",
		type: "message",
		model: "claude-haiku-4-5",
		content: [
			{ type: "server_tool_use", id: "s1", name: "web_search", input: { query: "bun runtime" } },
			{
				type: "web_search_tool_result",
				tool_use_id: "s1",
				content: [
					{
						type: "web_search_result",
						url: "https://bun.sh/",
						title: "Bun",
						page_age: "March 1, 2026",
						encrypted_content: "x",
					},
					{ type: "web_search_result", url: "https://bun.sh/", title: "Bun", page_age: null, encrypted_content: "x" },
				],
			},
			{ type: "text", text: "Bun is " },
			{
				type: "text",
				text: "a runtime.",
				citations: [{ type: "web_search_result_location", url: "https://bun.sh/", title: "Bun", cited_text: "Bun is" }],
			},
		],
		usage: { input_tokens: 10, output_tokens: 20, server_tool_use: { web_search_requests: 1 } },
	};
	const anthropic = await exchange(
		"anthropic",
		{ "api.anthropic.com": { body: claudeAnswer } },
		{ providers: { anthropic: { key: "sk-ant-oat01-x", isLogin: true } } },
		{ query: "bun site:bun.sh" },
	);
	expect(anthropic.request).toMatchObject({
		url: "https://api.anthropic.com/v1/messages",
		headers: { authorization: "Bearer sk-ant-oat01-x", "anthropic-beta": "oauth-2025-04-20" },
		body: {
			model: "claude-haiku-4-5",
			max_tokens: 4096,
			tools: [{ type: "web_search_20250305", name: "web_search", allowed_domains: ["bun.sh"] }],
		},
	});
	expect(anthropic.response).toEqual({
		provider: "anthropic",
		answer: "Bun is a runtime.",
		sources: [{ title: "Bun", url: "https://bun.sh/", age: "March 1, 2026" }],
		citations: [{ url: "https://bun.sh/", title: "Bun", citedText: "Bun is" }],
		searchQueries: ["bun runtime"],
		usage: { input: 10, output: 20, searches: 1 },
		model: "claude-haiku-4-5",
		requestId: "msg_1",
		authMode: "oauth",
	});
	const own = {
		ANTHROPIC_SEARCH_API_KEY: "k",
		ANTHROPIC_SEARCH_BASE_URL: "https://gateway.example/v1/",
		ANTHROPIC_SEARCH_MODEL: "claude-x",
	};
	const gateway = await exchange("anthropic", { "gateway.example": { body: claudeAnswer } }, { variables: own });
	expect(gateway.request).toMatchObject({
		url: "https://gateway.example/v1/messages",
		headers: { "x-api-key": "k" },
		body: { model: "claude-x" },
		isConfigured: true,
	});

	const grounding = {
		webSearchQueries: ["bun runtime"],
		groundingChunks: [{ web: { uri: "https://vertexaisearch.cloud.google.com/r/1", title: "bun.sh" } }],
		groundingSupports: [{ segment: { text: "Bun is a runtime." }, groundingChunkIndices: [0] }],
	};
	const chunks = [
		{ candidates: [{ content: { role: "model", parts: [{ text: "Bun is " }] } }] },
		{
			candidates: [{ content: { parts: [{ text: "a runtime." }] }, groundingMetadata: grounding }],
			usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 6 },
		},
	];
	const stream = (events: readonly object[]) =>
		events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join("");
	const gemini = await exchange(
		"gemini",
		{
			"generativelanguage.googleapis.com": [
				{ status: 503, body: { error: { message: "overloaded" } } },
				{ body: stream(chunks) },
			],
		},
		{
			providers: { google: { key: "gk", isLogin: false } },
			variables: { GEMINI_SEARCH_MODEL: "gemini-x" },
		},
	);
	expect(gemini.sent).toHaveLength(2);
	expect(gemini.request).toMatchObject({
		url: "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:streamGenerateContent?alt=sse",
		headers: { "x-goog-api-key": "gk" },
		body: { tools: [{ googleSearch: {} }] },
	});
	expect(gemini.response).toEqual({
		provider: "gemini",
		answer: "Bun is a runtime.",
		sources: [{ title: "bun.sh", url: "https://vertexaisearch.cloud.google.com/r/1" }],
		citations: [
			{ url: "https://vertexaisearch.cloud.google.com/r/1", title: "bun.sh", citedText: "Bun is a runtime." },
		],
		searchQueries: ["bun runtime"],
		usage: { input: 4, output: 6 },
		model: "gemini-x",
		authMode: "api_key",
	});
	const account = await exchange(
		"gemini",
		{ "cloudcode-pa.googleapis.com": { body: stream(chunks.map((response) => ({ response }))) } },
		{ providers: { "google-gemini-cli": { key: '{"token":"tok","projectId":"p1"}', isLogin: true } } },
	);
	expect(account.request).toMatchObject({
		url: "https://cloudcode-pa.googleapis.com/v1internal:streamGenerateContent?alt=sse",
		headers: { authorization: "Bearer tok" },
		body: { model: "gemini-2.5-flash", project: "p1" },
	});
	expect(account.response).toMatchObject({ answer: "Bun is a runtime.", authMode: "oauth" });

	const events = [
		{ type: "response.created", response: { id: "resp_1" } },
		{
			type: "response.output_item.done",
			item: {
				type: "web_search_call",
				id: "ws_1",
				status: "completed",
				action: { type: "search", query: "bun", sources: [{ type: "url", url: "https://other.com/" }] },
			},
		},
		{
			type: "response.output_item.done",
			item: {
				type: "message",
				content: [
					{
						type: "output_text",
						text: "A runtime.",
						annotations: [{ type: "url_citation", url: "https://bun.sh/", title: "Bun", start_index: 0, end_index: 9 }],
					},
				],
			},
		},
		{
			type: "response.completed",
			response: { id: "resp_1", model: "gpt-5.5", usage: { input_tokens: 8, output_tokens: 9 } },
		},
	];
	const codex = await exchange(
		"codex",
		{ "chatgpt.com": { body: `${stream(events)}data: [DONE]\n\n` } },
		{ providers: { "openai-codex": { key: "jwt", isLogin: true, accountId: "acc" } } },
		{ query: "bun", limit: 5 },
	);
	expect(codex.request).toMatchObject({
		url: "https://chatgpt.com/backend-api/codex/responses",
		headers: { authorization: "Bearer jwt", "chatgpt-account-id": "acc" },
		body: { model: "gpt-5.5", tools: [{ type: "web_search" }], stream: true, store: false },
	});
	expect(codex.response).toEqual({
		provider: "codex",
		answer: "A runtime.",
		sources: [
			{ title: "Bun", url: "https://bun.sh/" },
			{ title: "other.com", url: "https://other.com/" },
		],
		citations: [{ url: "https://bun.sh/", title: "Bun" }],
		searchQueries: ["bun"],
		usage: { input: 8, output: 9 },
		model: "gpt-5.5",
		requestId: "resp_1",
		authMode: "oauth",
	});

	const list = JSON.stringify([
		{
			title: "Bun",
			link: "https://bun.sh/",
			content: "Fast",
			media: "Bun",
			publish_date: "2026-01-01",
			refer: "ref_1",
		},
	]);
	const reply = (result: object) =>
		`id:1\nevent:message\ndata:${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;
	const zai = await exchange(
		"zai",
		{
			"api.z.ai": [
				{ body: { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "Invalid params: count" } } },
				// The list is JSON within JSON.
				{ body: reply({ content: [{ type: "text", text: JSON.stringify(list) }], isError: false }) },
			],
		},
		{ variables: { ZAI_API_KEY: "zk" } },
		{ query: "bun", recency: "month", limit: 3 },
	);
	expect(zai.sent.map(({ body }) => body)).toMatchObject([
		{
			method: "tools/call",
			params: { arguments: { search_query: "bun", search_recency_filter: "oneMonth", count: 3 } },
		},
		{ params: { name: "web_search_prime", arguments: { search_query: "bun" } } },
	]);
	expect(zai.request).toMatchObject({ headers: { authorization: "Bearer zk" } });
	expect(zai.response.sources).toEqual([
		{ title: "Bun", url: "https://bun.sh/", snippet: "Fast", publishedDate: "2026-01-01", author: "Bun" },
	]);
});
