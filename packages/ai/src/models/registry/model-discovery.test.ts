import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { selectorOf } from "../../model/model.ts";
import { builtInProviders } from "../../providers/lists/providers.ts";
import { testProvider, testRegistry } from "../../testing/test-registry.ts";
import { discoverOllama } from "../discovery/ollama.ts";
import { selectModel } from "../select/select.ts";
import { ModelRegistry } from "./registry.ts";

type Answers = Record<string, unknown>;

/** A server with JSON responses for these paths and 404 otherwise. */
function engine(answers: Answers | ((request: Request) => unknown)) {
	const requests: string[] = [];
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		async fetch(request) {
			const { pathname } = new URL(request.url);
			requests.push(`${request.method} ${pathname}`);
			const answer = typeof answers === "function" ? await answers(request) : answers[pathname];
			return answer === undefined ? new Response("no", { status: 404 }) : Response.json(answer);
		},
	});
	return {
		url: `http://127.0.0.1:${server.port}`,
		requests,
		[Symbol.asyncDispose]: () => server.stop(true),
	};
}

const shown = (
	models: readonly { id: string; contextWindow: number; input: readonly string[]; reasoning: boolean }[],
) =>
	models.map((model) => [
		model.id,
		model.contextWindow,
		model.input.length > 1 ? "images" : "text",
		...(model.reasoning ? ["thinks"] : []),
	]);

async function discovered(type: string, url: string, more = "api: openai-completions") {
	const files = {
		"models.yml": `providers:\n  gw: { baseUrl: "${url}", auth: none, ${more}, discovery: { type: ${type} } }\n`,
	};
	await using test = await testRegistry({ files, fetch, providers: builtInProviders });
	expect(test.registry.problems).toEqual([]);
	const outcomes = await test.registry.refresh({ provider: "gw", force: true });
	return { outcomes, models: await test.registry.modelsOf("gw") };
}

const ollamaAnswers = async (request: Request) => {
	const { pathname } = new URL(request.url);
	if (pathname === "/api/tags") return { models: [{ name: "qwen3:32b" }, { name: "llava:7b" }, { name: "odd" }] };
	const { model } = (await request.json()) as { model: string };
	if (model === "qwen3:32b") {
		return { model_info: { "qwen3.context_length": 40960 }, capabilities: ["completion", "tools", "thinking"] };
	}
	if (model === "llava:7b") return { model_info: { "llama.num_ctx": 4096 }, capabilities: ["completion", "vision"] };
	return undefined;
};

verifies("models-and-auth:discovery:engines", async () => {
	const list = { "/v1/models": { data: [{ id: "m", max_model_len: 4096, supported_endpoint_types: ["openai"] }] } };
	const answers: Record<string, Answers | ((request: Request) => unknown)> = {
		ollama: ollamaAnswers,
		"llama.cpp": { ...list, "/props": { default_generation_settings: { n_ctx: 4096 } } },
		"lm-studio": { ...list, "/api/v0/models": { data: [{ id: "m", loaded_context_length: 4096 }] } },
		"openai-models-list": list,
		litellm: { "/model_group/info": { data: [{ model_group: "m", max_input_tokens: 4096 }] } },
		proxy: list,
	};
	const found: Record<string, unknown> = {};
	for (const [type, answer] of Object.entries(answers)) {
		await using server = engine(answer);
		const base = type === "lm-studio" || type === "openai-models-list" ? `${server.url}/v1` : server.url;
		const { models } = await discovered(type, base);
		found[type] = models.map(({ id, contextWindow }) => `${id} ${contextWindow}`);
	}
	const one = ["m 4096"];
	expect(found).toEqual({
		ollama: ["qwen3:32b 40960", "llava:7b 4096", "odd 128000"],
		"llama.cpp": one,
		"lm-studio": one,
		"openai-models-list": one,
		litellm: one,
		proxy: one,
	});
});

verifies("models-and-auth:models-yml:model-overrides", async () => {
	await using server = engine({ "/v1/models": { data: [{ id: "found" }] } });
	const files = {
		"models.yml": `
providers:
  gw:
    baseUrl: ${server.url}/v1
    auth: none
    api: openai-completions
    discovery: { type: openai-models-list }
    modelOverrides: { found: { name: Renamed, contextWindow: 5000, supportsTools: false } }
`,
	};
	await using test = await testRegistry({ files, fetch });
	await test.registry.refresh({ force: true });
	expect(
		(await test.registry.modelsOf("gw")).map((model) => [model.name, model.contextWindow, model.supportsTools]),
	).toEqual([["Renamed", 5000, false]]);
});

test("discovery: Ollama's models with window, vision and thinking", async () => {
	await using server = engine(ollamaAnswers);
	const { models } = await discovered("ollama", server.url, "api: openai-responses");
	expect(shown(models)).toEqual([
		["qwen3:32b", 40960, "text", "thinks"],
		["llava:7b", 4096, "images"],
		["odd", 128_000, "text"],
	]);
	expect(models.map(({ baseUrl, maxTokens, supportsTools }) => [baseUrl, maxTokens, supportsTools])).toEqual([
		[`${server.url}/v1`, 8192, undefined],
		[`${server.url}/v1`, 4096, false],
		[`${server.url}/v1`, 8192, undefined],
	]);
});

test("discovery: over Ollama's own API, the window is what the memory allows", async () => {
	const info = {
		"llama.context_length": 131_072,
		"llama.block_count": 32,
		"llama.embedding_length": 4096,
		"llama.attention.head_count": 32,
		"llama.attention.head_count_kv": 8,
	};
	await using server = engine(async (request) => {
		const { pathname } = new URL(request.url);
		if (pathname === "/api/tags")
			return {
				models: [
					{ name: "known", size: 5e9 },
					{ name: "odd", size: 5e9 },
				],
			};
		const { model } = (await request.json()) as { model: string };
		return model === "known" ? { model_info: info } : undefined;
	});
	const windows = async (gigabytes: number, env: Record<string, string> = {}) => {
		const ports = { fetch, signal: AbortSignal.timeout(5000), headers: {} };
		const options = { native: true, memoryBytes: gigabytes * 1e9 };
		const found = await discoverOllama(server.url, ports, env, options);
		expect(found.map(({ baseUrl }) => baseUrl)).toEqual([server.url, server.url]);
		return found.map(({ contextWindow }) => contextWindow);
	};
	// A token takes 128 KiB.
	expect(await windows(16)).toEqual([22_528, 32_768]);
	expect(await windows(64)).toEqual([131_072, 32_768]);
	expect(await windows(4)).toEqual([4096, 32_768]);
	expect(await windows(4, { OLLAMA_CONTEXT_LENGTH: "9000" })).toEqual([9000, 9000]);
});

test("discovery: llama.cpp's model with its context window", async () => {
	await using server = engine({
		"/models": { data: [{ id: "local.gguf" }] },
		"/props": { default_generation_settings: { n_ctx: 16384 }, modalities: { vision: true } },
	});
	const { models } = await discovered("llama.cpp", server.url, "api: openai-responses");
	expect(shown(models)).toEqual([["local.gguf", 16384, "images"]]);
	expect(server.requests).toContain("GET /v1/models");
});

test("discovery: LM Studio's loaded window is preferred to the maximum, and embedding models are skipped", async () => {
	await using server = engine({
		"/v1/models": { data: [{ id: "a" }, { id: "b" }, { id: "e" }] },
		"/api/v0/models": {
			data: [
				{ id: "a", type: "vlm", loaded_context_length: 8192, max_context_length: 32768 },
				{ id: "b", type: "llm", max_context_length: 4096 },
				{ id: "e", type: "embeddings" },
			],
		},
	});
	const { models } = await discovered("lm-studio", `${server.url}/v1`);
	expect(shown(models)).toEqual([
		["a", 8192, "images"],
		["b", 4096, "text"],
	]);
});

test("discovery: a plain list, in every envelope, completed from bundled records of the same id", async () => {
	const list = [{ id: "claude-opus-4-8" }, { id: "x", max_model_len: 5000 }, { id: "text-embedding-3" }];
	for (const answer of [{ data: list }, { models: list }, { result: list }, { items: list }, list]) {
		await using server = engine({ "/v1/models": answer });
		const { models } = await discovered("openai-models-list", `${server.url}/v1`);
		expect(shown(models)).toEqual([
			["claude-opus-4-8", 1_000_000, "images", "thinks"],
			["x", 5000, "text"],
		]);
	}
});

test("discovery: LiteLLM's first place that answers, else a plain list", async () => {
	await using described = engine({
		"/v2/model/info": {
			data: [
				{
					model_name: "big",
					model_info: {
						mode: "chat",
						max_input_tokens: 9000,
						max_output_tokens: 900,
						supports_vision: true,
						supports_reasoning: true,
						input_cost_per_token: 0.000002,
						output_cost_per_token: 0.000004,
					},
				},
				{ model_name: "vectors", model_info: { mode: "embedding" } },
			],
		},
	});
	const { models } = await discovered("litellm", `${described.url}/v1`);
	expect(shown(models)).toEqual([["big", 9000, "images", "thinks"]]);
	expect(models[0]?.cost).toEqual({ input: 2, output: 4, cacheRead: 2, cacheWrite: 2 });
	await using plain = engine({ "/v1/models": { data: [{ id: "only-a-name" }] } });
	expect(shown((await discovered("litellm", `${plain.url}/v1`)).models)).toEqual([["only-a-name", 128_000, "text"]]);
});

test("discovery: a proxy reports the protocol of each model; models without one are skipped", async () => {
	await using server = engine({
		"/v1/models": {
			data: [
				{ id: "c", supported_endpoint_types: ["openai", "anthropic"] },
				{ id: "g", supported_endpoint_types: ["openai"] },
				{ id: "s", supported_endpoint_types: ["soap"] },
			],
		},
	});
	const { models } = await discovered("proxy", server.url, "authHeader: true");
	expect(models.map(({ id, api, baseUrl }) => [id, api, baseUrl])).toEqual([
		["c", "anthropic-messages", server.url],
		["g", "openai-completions", `${server.url}/v1`],
	]);
});

test("discovery: an endpoint that answers 404 is reported in the outcome and adds no models", async () => {
	await using server = engine({});
	const { outcomes, models } = await discovered("openai-models-list", `${server.url}/v1`);
	expect(outcomes).toEqual([{ provider: "gw", failure: `${server.url}/v1/models answered 404` }]);
	expect(models).toEqual([]);
});

verifies("models-and-auth:catalog:refresh", async () => {
	let list = [{ id: "first" }];
	await using server = engine(() => ({ data: list }));
	const providers = [
		testProvider("acme", ["bundled"], {
			baseUrl: server.url,
			discovery: { type: "openai-models-list" },
			keyless: true,
		}),
	];
	await using test = await testRegistry({ providers, fetch });
	const ids = async (registry: ModelRegistry) => (await registry.modelsOf("acme")).map(({ id }) => id);
	expect(await ids(test.registry)).toEqual(["bundled"]);
	expect(await test.registry.refresh()).toEqual([{ provider: "acme", models: 1 }]);
	expect(await ids(test.registry)).toEqual(["bundled", "first"]);
	expect((await stat(test.dir.file("models.db"))).mode & 0o777).toBe(0o600);

	list = [{ id: "second" }];
	const options = { host: test.host, agentDir: test.dir.path, providers, fetch };
	const next = await ModelRegistry.load(options);
	expect(await next.refresh()).toEqual([]);
	expect(await ids(next)).toEqual(["bundled", "first"]);
	await next.refresh({ force: true });
	expect(await ids(next)).toEqual(["bundled", "second"]);
	await next.clearCache();
	expect(await ids(next)).toEqual(["bundled"]);

	const changed = providers.map((provider) => ({ ...provider, ...testProvider("acme", ["other"]) }));
	await next.refresh({ force: true });
	expect(await ids(await ModelRegistry.load({ ...options, providers: changed }))).toEqual(["other"]);
});

verifies("models-and-auth:local:implicit-engines", async () => {
	await using server = engine(ollamaAnswers);
	const env = {
		OLLAMA_BASE_URL: server.url,
		LM_STUDIO_BASE_URL: "http://127.0.0.1:9/v1",
		LLAMA_CPP_BASE_URL: "http://127.0.0.1:9",
	};
	await using test = await testRegistry({ providers: builtInProviders, env, fetch });
	const available = async () => (await test.registry.available()).map(selectorOf);
	expect(await available()).toEqual(["offline/guide"]);
	await test.registry.probeLocalEngines();
	expect(await available()).toEqual(["ollama/qwen3:32b", "ollama/llava:7b", "ollama/odd"]);
	expect(await Bun.file(test.dir.file("models.db")).exists()).toBe(false);
});

test("local engines: naming one of their models probes the engine", async () => {
	await using server = engine(ollamaAnswers);
	await using test = await testRegistry({ providers: builtInProviders, env: { OLLAMA_HOST: server.url }, fetch });
	expect(await selectModel("ollama/qwen3:32b:high", test.registry)).toMatchObject({
		kind: "found",
		model: { id: "qwen3:32b", thinking: { efforts: ["low", "medium", "high", "max"] } },
		thinkingLevel: "high",
	});
});

test("local engines: a hanging one is given up after a timeout", async () => {
	await using server = engine(() => new Promise<never>(() => {}));
	await using test = await testRegistry({ providers: builtInProviders, env: { OLLAMA_HOST: server.url }, fetch });
	await test.registry.probeLocalEngines();
	expect(await test.registry.modelsOf("ollama")).toEqual([]);
});

test("local engines: not probed when disabled or overridden in models.yml", async () => {
	await using server = engine(ollamaAnswers);
	const env = { OLLAMA_BASE_URL: server.url, LM_STUDIO_BASE_URL: `${server.url}/v1` };
	const files = { "models.yml": "providers:\n  lm-studio: { headers: { A: b } }\n" };
	await using test = await testRegistry({
		providers: builtInProviders.filter(({ id }) => id !== "llama.cpp"),
		env,
		files,
		fetch,
		disabledProviders: ["ollama"],
	});
	await test.registry.probeLocalEngines();
	expect(server.requests).toEqual([]);
});

test.each([
	["192.168.1.5:11434", "http://192.168.1.5:11434"],
	["0.0.0.0", "http://127.0.0.1:11434"],
	["0.0.0.0:9999", "http://127.0.0.1:9999"],
	["https://ollama.example.com", "https://ollama.example.com"],
	["http://host:1234/", "http://host:1234"],
])("local engines: OLLAMA_HOST %s means %s", (host, expected) => {
	const ollama = builtInProviders.find(({ id }) => id === "ollama");
	expect(ollama?.endpoint?.({ OLLAMA_HOST: host })).toBe(expected);
	expect(ollama?.endpoint?.({ OLLAMA_HOST: host, OLLAMA_BASE_URL: "http://base" })).toBe("http://base");
});
