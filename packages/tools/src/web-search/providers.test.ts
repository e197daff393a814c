import { expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { searchKeyVariables } from "./key-variables.data.ts";
import { searchProviders } from "./providers.ts";
import { exchange, searching } from "./testing/searching.ts";

const query = "bun site:bun.sh -site:reddit.com after:2026-01-02";

verifies("tools-code-web:search:keyed-providers", async () => {
	const tavily = await exchange(
		"tavily",
		{
			"api.tavily.com": {
				body: {
					query: "bun",
					answer: "A runtime.",
					results: [
						{ title: "Bun", url: "https://bun.sh/", content: "Fast", score: 0.9, published_date: "2026-03-01" },
						{ title: "no address" },
					],
					response_time: 1.2,
					request_id: "t1",
				},
			},
		},
		{ variables: { TAVILY_API_KEY: "tk" } },
		{ query, recency: "month", limit: 99 },
	);
	expect(tavily.request).toMatchObject({
		url: "https://api.tavily.com/search",
		method: "POST",
		headers: { authorization: "Bearer tk", "content-type": "application/json" },
		body: {
			query: "bun",
			max_results: 20,
			time_range: "month",
			start_date: "2026-01-02",
			include_domains: ["bun.sh"],
			exclude_domains: ["reddit.com"],
		},
	});
	expect(tavily.response).toEqual({
		provider: "tavily",
		answer: "A runtime.",
		sources: [{ title: "Bun", url: "https://bun.sh/", snippet: "Fast", publishedDate: "2026-03-01" }],
		requestId: "t1",
		authMode: "api_key",
	});

	const perplexity = await exchange(
		"perplexity",
		{
			"api.perplexity.ai": {
				body: {
					id: "p1",
					model: "sonar-pro",
					choices: [{ index: 0, message: { role: "assistant", content: "A runtime [1]." }, finish_reason: "stop" }],
					citations: ["https://bun.sh/"],
					usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
				},
			},
		},
		{ variables: { PERPLEXITY_API_KEY: "pk" } },
		{ query: "bun -site:reddit.com", recency: "week", max_tokens: 100, temperature: 0.1 },
	);
	expect(perplexity.request).toMatchObject({
		url: "https://api.perplexity.ai/chat/completions",
		headers: { authorization: "Bearer pk" },
		body: {
			model: "sonar-pro",
			search_recency_filter: "week",
			search_domain_filter: ["-reddit.com"],
			max_tokens: 100,
			temperature: 0.1,
		},
	});
	expect(perplexity.response).toMatchObject({
		answer: "A runtime [1].",
		sources: [{ title: "bun.sh", url: "https://bun.sh/" }],
		usage: { input: 5, output: 7 },
		model: "sonar-pro",
		requestId: "p1",
	});

	const brave = await exchange(
		"brave",
		{
			"api.search.brave.com": {
				body: {
					type: "search",
					query: { original: "bun" },
					web: {
						type: "search",
						results: [
							{
								title: "Bun",
								url: "https://bun.sh/",
								description: "<strong>Bun</strong> is fast",
								age: "3 days ago",
								page_age: "2026-03-12T00:00:00",
								profile: { name: "Bun", url: "https://bun.sh/" },
								extra_snippets: ["And small"],
							},
						],
					},
				},
			},
		},
		{ variables: { BRAVE_API_KEY: "bk" } },
		{ query: "bun", recency: "year" },
	);
	expect(brave.request).toMatchObject({
		url: "https://api.search.brave.com/res/v1/web/search?q=bun&count=10&extra_snippets=true&freshness=py",
		method: "GET",
		headers: { "x-subscription-token": "bk", accept: "application/json" },
	});
	expect(brave.response.sources).toEqual([
		{
			title: "Bun",
			url: "https://bun.sh/",
			snippet: "Bun is fast And small",
			publishedDate: "2026-03-12T00:00:00",
			age: "3 days ago",
			author: "Bun",
		},
	]);

	const jina = await exchange(
		"jina",
		{
			"s.jina.ai": {
				body: {
					code: 200,
					status: 20000,
					data: [
						{ title: "Bun", url: "https://bun.sh/", description: "Fast", date: "Mar 1, 2026", content: "" },
						{ title: "Two", url: "https://two.com/", description: "" },
					],
				},
			},
		},
		{ variables: { JINA_API_KEY: "jk" } },
		{ query: "what is bun?", limit: 1 },
	);
	expect(jina.request).toMatchObject({
		url: "https://s.jina.ai/what%20is%20bun%3F",
		method: "GET",
		headers: { authorization: "Bearer jk" },
	});
	expect(jina.response.sources).toEqual([
		{ title: "Bun", url: "https://bun.sh/", snippet: "Fast", publishedDate: "Mar 1, 2026" },
	]);

	const exa = await exchange(
		"exa",
		{
			"api.exa.ai": {
				body: {
					requestId: "e1",
					results: [
						{
							id: "https://bun.sh/",
							title: "Bun",
							url: "https://bun.sh/",
							publishedDate: "2026-02-01T00:00:00.000Z",
							author: "Jarred",
							highlights: ["Fast", "Small"],
						},
					],
				},
			},
		},
		{ variables: { EXA_API_KEY: "ek" } },
		{ query: "bun site:bun.sh", recency: "day", limit: 4 },
	);
	expect(exa.request).toMatchObject({
		url: "https://api.exa.ai/search",
		headers: { "x-api-key": "ek" },
		body: { query: "bun", numResults: 4, startPublishedDate: "2026-03-14T00:00:00.000Z", includeDomains: ["bun.sh"] },
	});
	expect(exa.response).toMatchObject({
		sources: [{ title: "Bun", snippet: "Fast … Small", author: "Jarred" }],
		requestId: "e1",
	});

	const parallel = await exchange(
		"parallel",
		{
			"api.parallel.ai": {
				body: {
					search_id: "s1",
					results: [{ url: "https://bun.sh/", title: "Bun", publish_date: "2026-01-05", excerpts: ["Fast", "Small"] }],
					warnings: null,
				},
			},
		},
		{ variables: { PARALLEL_API_KEY: "xk" } },
		{ query, limit: 100 },
	);
	expect(parallel.request).toMatchObject({
		url: "https://api.parallel.ai/v1beta/search",
		headers: { "x-api-key": "xk", "parallel-beta": "search-extract-2025-10-10" },
		body: {
			objective: query,
			search_queries: ["bun"],
			max_results: 40,
			source_policy: { include_domains: ["bun.sh"], after_date: "2026-01-02" },
		},
	});
	expect(parallel.response).toMatchObject({
		sources: [{ title: "Bun", snippet: "Fast … Small", publishedDate: "2026-01-05" }],
		requestId: "s1",
	});

	const kagi = await exchange(
		"kagi",
		{
			"kagi.com": {
				body: {
					meta: { trace: "k1", node: "us", ms: 12 },
					data: {
						search: [{ url: "https://bun.sh/", title: "Bun", snippet: "Fast", time: "2026-01-02T03:04:05Z" }],
						adjacent_question: [{ url: "https://kagi.com/q", title: "q", props: { question: "Is it fast?" } }],
					},
				},
			},
		},
		{ variables: { KAGI_API_KEY: "kk" } },
		{ query: "bun", recency: "week", limit: 50 },
	);
	expect(kagi.request).toMatchObject({
		url: "https://kagi.com/api/v1/search",
		headers: { authorization: "Bearer kk" },
		body: { query: "bun", workflow: "search", limit: 40, filters: { after: "2026-03-08" } },
	});
	expect(kagi.response).toMatchObject({
		sources: [{ title: "Bun", snippet: "Fast", publishedDate: "2026-01-02T03:04:05Z" }],
		relatedQuestions: ["Is it fast?"],
		requestId: "k1",
	});

	const results = [
		{ url: "https://bun.sh/", title: "Bun", text: "Fast", published: "2026-01-01" },
		{ url: "https://b.com/", title: "B", text: "" },
	];
	const synthetic = await exchange(
		"synthetic",
		{ "api.synthetic.new": { body: { results } } },
		{ variables: { SYNTHETIC_API_KEY: "yk" } },
		{ query: "bun", limit: 1 },
	);
	expect(synthetic.request).toMatchObject({
		url: "https://api.synthetic.new/v2/search",
		headers: { authorization: "Bearer yk" },
		body: { query: "bun" },
	});
	expect(synthetic.response.sources).toEqual([
		{ title: "Bun", url: "https://bun.sh/", snippet: "Fast", publishedDate: "2026-01-01" },
	]);

	const kimiAnswer = {
		search_results: [
			{ title: "Bun", url: "https://bun.sh/", snippet: "Fast", date: "2026-01-01", site_name: "bun.sh" },
		],
	};
	const kimi = await exchange(
		"kimi",
		{ "api.kimi.com": { body: kimiAnswer } },
		{ providers: { "kimi-code": { key: "login", isLogin: true } } },
		{ query: "bun", limit: 30 },
	);
	expect(kimi.request).toMatchObject({
		url: "https://api.kimi.com/coding/v1/search",
		headers: { authorization: "Bearer login" },
		body: { text_query: "bun", limit: 20, enable_page_crawling: false, timeout_seconds: 30 },
	});
	expect(kimi.response).toMatchObject({ sources: [{ title: "Bun", author: "bun.sh" }], authMode: "oauth" });
	const own = { KIMI_SEARCH_API_KEY: "own", MOONSHOT_SEARCH_BASE_URL: "http://10.0.0.1/s" };
	const redirected = await exchange("kimi", { "10.0.0.1": { body: kimiAnswer } }, { variables: own });
	expect(redirected.request).toMatchObject({ headers: { authorization: "Bearer own" }, isConfigured: true });
});

verifies("tools-code-web:search:searxng", async () => {
	const body = {
		query: "bun",
		results: [
			{ url: "https://bun.sh/", title: "Bun", content: "Fast", publishedDate: "2026-01-01T00:00:00", engine: "brave" },
		],
		answers: [{ answer: "42", url: null }],
		suggestions: ["bun install"],
	};
	const settings = {
		"searxng.endpoint": "http://192.168.1.5:8888/searx/",
		"searxng.categories": "it",
		"searxng.engines": "brave,github",
		"searxng.language": "en",
		"searxng.safesearch": 1,
		"searxng.token": "tok",
	};
	const replies = { "192.168.1.5:8888": { body } };
	const bearer = await exchange("searxng", replies, { settings }, { query: "bun", recency: "week" });
	const url =
		"http://192.168.1.5:8888/searx/search?q=bun&format=json&time_range=month&categories=it&engines=brave%2Cgithub&language=en&safesearch=1";
	expect(bearer.request).toMatchObject({ url, isConfigured: true, headers: { authorization: "Bearer tok" } });
	expect(bearer.response).toEqual({
		provider: "searxng",
		answer: "42",
		sources: [{ title: "Bun", url: "https://bun.sh/", snippet: "Fast", publishedDate: "2026-01-01T00:00:00" }],
		relatedQuestions: ["bun install"],
	});
	// A name and password take precedence, and variables stand in for settings.
	const variables = {
		SEARXNG_ENDPOINT: "http://192.168.1.5:8888/search",
		SEARXNG_BASIC_USERNAME: "me",
		SEARXNG_BASIC_PASSWORD: "pw:1",
		SEARXNG_TOKEN: "tok",
	};
	const basic = await exchange("searxng", replies, { variables });
	expect(basic.request).toMatchObject({
		url: "http://192.168.1.5:8888/search?q=bun&format=json",
		headers: { authorization: `Basic ${btoa("me:pw:1")}` },
	});
});

test("exa without a key is asked only by name, through its public MCP server, and not too often", async () => {
	const text = [
		"Title: Bun\nAuthor: Jarred\nPublished Date: 2026-01-01\nURL: https://bun.sh/\nText: Fast",
		"Title: Two\nURL: https://two.com/\nText: More",
	].join("\n\n");
	const reply = { body: { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text }] } } };
	const slept: number[] = [];
	const { tool, sent } = searching(
		{ "mcp.exa.ai": reply },
		{ settings: { "providers.webSearch": "exa" }, deps: { sleep: async (delayMs) => void slept.push(delayMs) } },
	);
	const { details } = await runTool(tool, { query: "bun" });
	await runTool(tool, { query: "bun" });
	await runTool(tool, { query: "bun" });
	expect(slept).toEqual([1000, 2000]);
	expect(sent[0]).toMatchObject({ url: "https://mcp.exa.ai/mcp", body: { params: { name: "web_search_exa" } } });
	expect(details?.response?.sources).toEqual([
		{ title: "Bun", url: "https://bun.sh/", snippet: "Fast", publishedDate: "2026-01-01", author: "Jarred" },
		{ title: "Two", url: "https://two.com/", snippet: "More" },
	]);
	const off = searching(
		{ "html.duckduckgo.com": { body: '<div class="no-results">' } },
		{ settings: { "providers.webSearch": "exa", "exa.enableSearch": false } },
	);
	await runTool(off.tool, { query: "bun" });
	expect(off.sent.map(({ url }) => new URL(url).host)).toEqual(["html.duckduckgo.com"]);
});

test("perplexity with cookies asks the site, and leaves nothing in the user's history", async () => {
	const events = [
		{ backend_uuid: "u1", blocks: [] },
		{
			backend_uuid: "u1",
			display_model: "turbo",
			related_queries: ["And Deno?"],
			blocks: [
				{
					intended_usage: "web_results",
					web_result_block: { web_results: [{ name: "Bun", url: "https://bun.sh/", snippet: "Fast" }] },
				},
				{ intended_usage: "ask_text", markdown_block: { progress: "DONE", answer: "A runtime." } },
			],
		},
	];
	const body = events.map((event) => `event: message\ndata: ${JSON.stringify(event)}\n\n`).join("");
	const { request, response } = await exchange(
		"perplexity",
		{ "www.perplexity.ai": { body } },
		{ variables: { PERPLEXITY_COOKIES: "session=1", PERPLEXITY_API_KEY: "unused" } },
	);
	expect(request).toMatchObject({
		url: "https://www.perplexity.ai/rest/sse/perplexity_ask",
		headers: { cookie: "session=1" },
		body: { query_str: "bun", params: { is_incognito: true } },
	});
	expect(response).toMatchObject({
		answer: "A runtime.",
		sources: [{ title: "Bun", url: "https://bun.sh/", snippet: "Fast" }],
		relatedQuestions: ["And Deno?"],
		authMode: "cookies",
	});
	const steps = JSON.stringify([
		{ step_type: "SEARCH_WEB" },
		{
			step_type: "FINAL",
			content: { answer: JSON.stringify({ answer: "Old form.", web_results: [{ name: "B", url: "https://b.com/" }] }) },
		},
	]);
	const older = await exchange(
		"perplexity",
		{ "www.perplexity.ai": { body: `data: ${JSON.stringify({ text: steps })}\n\n` } },
		{ providers: { perplexity: { key: "tok", isLogin: true } } },
	);
	expect(older.response).toMatchObject({ answer: "Old form.", sources: [{ title: "B" }], authMode: "oauth" });
});

test("answers of an unexpected shape are nothing found, not a crash", async () => {
	const odd = [
		{},
		[],
		null,
		{ results: "x", data: 5, web: { results: [null, 3, { url: 7 }] }, choices: [null] },
		"text",
	];
	const hosts = ["api.tavily.com", "api.perplexity.ai", "api.search.brave.com", "s.jina.ai", "api.exa.ai", "kagi.com"];
	const variables = Object.fromEntries(
		["TAVILY", "PERPLEXITY", "BRAVE", "JINA", "EXA", "KAGI"].map((name) => [`${name}_API_KEY`, "key"]),
	);
	for (const body of odd) {
		const reply = { body: JSON.stringify(body) };
		const { tool } = searching(
			{ ...Object.fromEntries(hosts.map((host) => [host, reply])), "html.duckduckgo.com": { body: "<html></html>" } },
			{ variables },
		);
		const { content, isError } = await runTool(tool, { query: "x" });
		expect([content, isError]).toEqual(["No results found.", undefined]);
	}
});

test("commands get none of the keys that providers name", () => {
	const named = searchProviders.flatMap(
		({ credential = "" }) => credential.match(/\b[A-Z_]+_(?:KEY|COOKIES)\b/g) ?? [],
	);
	// Keys of models are held back by the registry of models.
	const ofSearch = named.filter((name) => name !== "ANTHROPIC_API_KEY" && name !== "GEMINI_API_KEY");
	expect(searchKeyVariables).toEqual(expect.arrayContaining(ofSearch));
	expect(ofSearch.length).toBeGreaterThan(8);
});
