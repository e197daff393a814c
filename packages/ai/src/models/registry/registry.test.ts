import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Model } from "../../model/model.ts";
import { selectorOf } from "../../model/model.ts";
import type { Provider } from "../../model/provider.ts";
import { builtInProviders } from "../../providers/lists/providers.ts";
import { testModel, testProvider, testRegistry } from "../../testing/test-registry.ts";
import { defaultModel } from "../select/select.ts";

const byId = async (models: Promise<readonly Model[]>) =>
	new Map((await models).map((model) => [model.id, model] as const));

verifies("models-and-auth:models-yml:override-only", async () => {
	const bundled = testModel("acme", "m", { headers: { A: "1", B: "1" }, compat: { supportsStore: true } });
	await using test = await testRegistry({
		providers: [testProvider("acme", [bundled])],
		files: {
			"models.yml": `
providers:
  acme:
    baseUrl: https://proxy.example.com
    headers: { B: "2" }
    disableStrictTools: true
    authHeader: true
    transport: pi-native
    remoteCompaction: { enabled: true }
    compat: { supportsStore: false, extraBody: { a: 1 } }
    modelOverrides:
      m: { name: Renamed, cost: { input: 3 }, contextWindow: 1000, headers: { C: "3" }, compat: { extraBody: { b: 2 } } }
`,
		},
	});
	expect(test.registry.problems).toEqual([]);
	expect(await test.registry.modelsOf("acme")).toEqual([
		{
			...bundled,
			name: "Renamed",
			baseUrl: "https://proxy.example.com",
			transport: "pi-native",
			remoteCompaction: { enabled: true },
			cost: { input: 3, output: 0, cacheRead: 0, cacheWrite: 0 },
			contextWindow: 1000,
			headers: { A: "1", B: "2", C: "3" },
			compat: {
				supportsStore: false,
				authHeader: true,
				disableStrictTools: true,
				extraBody: { a: 1, b: 2 },
			},
		},
	]);
});

verifies("models-and-auth:registry:defaults", async () => {
	await using test = await testRegistry({
		files: {
			"models.yml":
				"providers:\n  gw: { baseUrl: https://gw/v1, auth: none, api: openai-completions, models: [{ id: fast }] }\n",
		},
	});
	expect(await test.registry.modelsOf("gw")).toEqual([testModel("gw", "fast", { baseUrl: "https://gw/v1" })]);
	expect(test.registry.isUsable("gw")).toBe(true);
});

verifies("models-and-auth:models-yml:full-provider", async () => {
	await using test = await testRegistry({
		providers: builtInProviders,
		files: {
			"models.yml": `
providers:
  gw:
    baseUrl: https://gw/v1
    auth: none
    api: openai-completions
    models: [{ id: claude-opus-4-8, maxTokens: 5 }]
  anthropic:
    baseUrl: https://elsewhere
    apiKey: k
    models: [{ id: claude-opus-4-8, name: Mine, api: anthropic-messages }]
`,
		},
	});
	expect((await byId(test.registry.modelsOf("gw"))).get("claude-opus-4-8")).toEqual({
		id: "claude-opus-4-8",
		name: "claude-opus-4-8",
		provider: "gw",
		api: "openai-completions",
		baseUrl: "https://gw/v1",
		reasoning: true,
		thinking: { mode: "effort", efforts: ["low", "medium", "high", "xhigh", "max"] },
		input: ["text", "image"],
		cost: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
		contextWindow: 1_000_000,
		maxTokens: 5,
	});
	const own = await byId(test.registry.modelsOf("anthropic"));
	expect(own.get("claude-opus-4-8")?.name).toBe("Mine");
	expect(own.get("claude-opus-4-8")?.contextWindow).toBe(1_000_000);
	expect(own.get("claude-haiku-4-5")?.baseUrl).toBe("https://elsewhere");
});

verifies("models-and-auth:registry:merge-order", async () => {
	using endpoint = Bun.serve({
		port: 0,
		fetch: () => Response.json({ data: ["m", "own", "found"].map((id) => ({ id })) }),
	});
	const bundled = ["m", "untouched"].map((id) =>
		testModel("acme", id, { name: `bundled ${id}`, headers: { From: "bundled" } }),
	);
	await using test = await testRegistry({
		providers: [testProvider("acme", bundled, { discovery: { type: "openai-models-list" } })],
		fetch,
		files: {
			"models.yml": `
providers:
  acme:
    baseUrl: http://127.0.0.1:${endpoint.port}
    apiKey: k
    api: openai-completions
    headers: { From: provider }
    modelOverrides: { m: { name: overridden }, own: { maxTokens: 7 }, found: { name: found and overridden } }
    models: [{ id: own, name: listed }]
`,
		},
	});
	const shown = async () =>
		(await test.registry.modelsOf("acme")).map(
			({ id, name, maxTokens, headers }) => `${id}: ${name} ${maxTokens} ${headers?.From}`,
		);
	await test.registry.refresh({ force: true });
	expect(await shown()).toEqual([
		"own: listed 7 provider",
		"m: overridden 16384 provider",
		"untouched: bundled untouched 16384 provider",
		"found: found and overridden 16384 provider",
	]);
	test.registry.registerProvider("acme", { entry: { headers: { From: "extension" } } });
	expect((await shown())[0]).toBe("own: listed 7 extension");
});

verifies("models-and-auth:models-yml:compat-merge", async () => {
	const files = {
		"models.yml": `
providers:
  gw:
    baseUrl: https://gw/v1
    auth: none
    api: openai-completions
    headers: { A: provider, B: provider }
    compat: { supportsStore: false, extraBody: { a: 1, b: 1 }, openRouterRouting: { only: [x] } }
    models:
      - { id: m, headers: { B: model }, compat: { supportsStore: true, extraBody: { b: 2 }, openRouterRouting: { order: [y] } } }
`,
	};
	await using test = await testRegistry({ files });
	const [model] = await test.registry.modelsOf("gw");
	expect(model?.headers).toEqual({ A: "provider", B: "model" });
	expect(model?.compat).toEqual({
		supportsStore: true,
		extraBody: { a: 1, b: 2 },
		openRouterRouting: { only: ["x"], order: ["y"] },
	});
});

verifies("models-and-auth:provider:one-entry", async () => {
	const entry: Provider = {
		id: "acme",
		name: "Acme",
		api: "openai-completions",
		baseUrl: "https://acme.example.com/v1",
		envVars: ["ACME_KEY"],
		defaultModel: "big",
		logins: [{ kind: "key", page: "https://acme.example.com/keys" }],
		models: async () => [testModel("acme", "small"), testModel("acme", "big")],
	};
	await using test = await testRegistry({ providers: [entry], env: { ACME_KEY: "k" } });
	expect(await test.registry.findCredential("acme")).toEqual({ key: "k", source: "ACME_KEY" });
	expect((await defaultModel(test.registry))?.id).toBe("big");
	expect(test.registry.credentialHint("acme")).toBe(
		"No credentials for acme: log in with /login acme, set ACME_KEY, or give the provider an apiKey in models.yml.",
	);
});

test("registry: a reasoning model gets derived levels unless it lists its own", async () => {
	const thinking = { mode: "effort", efforts: ["low"] } as const;
	await using test = await testRegistry({
		providers: [
			testProvider("acme", [
				testModel("acme", "gpt-5.5", { reasoning: true }),
				testModel("acme", "own", { reasoning: true, thinking }),
				testModel("acme", "plain"),
			]),
		],
	});
	expect((await test.registry.modelsOf("acme")).map((model) => model.thinking?.efforts)).toEqual([
		["low", "medium", "high", "xhigh"],
		["low"],
		undefined,
	]);
});

verifies("models-and-auth:models-yml:validation", async () => {
	await using test = await testRegistry({
		providers: [testProvider("acme", ["m"])],
		env: { TEST_KEY_ACME: "k" },
		files: { "models.yml": "providers:\n  acme:\n    baseUrl: 5\n" },
	});
	expect(test.registry.problems).toEqual([
		`${test.dir.file("models.yml")}:3: providers.acme.baseUrl: must be a text (the provider acme is left out)`,
	]);
	expect(await test.registry.available()).toEqual([testModel("acme", "m")]);
});

verifies("models-and-auth:registry:availability", async () => {
	const providers = [
		testProvider("a", ["a1"]),
		testProvider("b", ["b1"]),
		testProvider("c", ["c1"], { keyless: true }),
		testProvider("d", ["d1"]),
	];
	const env = { TEST_KEY_A: "k", TEST_KEY_B: "k" };
	await using test = await testRegistry({ providers, env, disabledProviders: ["b"] });
	expect((await test.registry.available()).map(({ id }) => id)).toEqual(["a1", "c1"]);
	expect((await test.registry.all()).map(({ id }) => id)).toEqual(["a1", "b1", "c1", "d1"]);
	expect(["a", "b", "c", "d"].map((id) => test.registry.whyUnusable(id))).toEqual([
		undefined,
		"b is in disabledProviders",
		undefined,
		"No credentials for d: log in with /login d, set TEST_KEY_D, or give the provider an apiKey in models.yml.",
	]);
});

verifies("models-and-auth:provider:endpoint-overrides", async () => {
	const env = {
		OPENAI_BASE_URL: "https://openai.proxy/v1",
		ANTHROPIC_BASE_URL: "https://anthropic.proxy",
		XAI_BASE_URL: "https://xai.proxy/v1",
		MOONSHOT_BASE_URL: "https://moonshot.proxy/v1",
		CLOUDFLARE_ACCOUNT_ID: "acc",
		CLOUDFLARE_GATEWAY_ID: "gw",
	};
	await using test = await testRegistry({ providers: builtInProviders, env });
	const baseOf = async (id: string) => (await test.registry.modelsOf(id))[0]?.baseUrl;
	expect(await Promise.all(["openai", "anthropic", "xai", "moonshot", "cloudflare-ai-gateway"].map(baseOf))).toEqual([
		"https://openai.proxy/v1",
		"https://anthropic.proxy",
		"https://xai.proxy/v1",
		"https://moonshot.proxy/v1",
		"https://gateway.ai.cloudflare.com/v1/acc/gw/anthropic",
	]);
});

test("registry: a gateway with an unknown address is not usable, even with a key", async () => {
	await using test = await testRegistry({
		providers: builtInProviders,
		env: { CLOUDFLARE_AI_GATEWAY_API_KEY: "k" },
	});
	expect(test.registry.whyUnusable("cloudflare-ai-gateway")).toBe(
		"cloudflare-ai-gateway needs its baseUrl in models.yml",
	);
});

test("registry: in Foundry mode the Foundry key and address come first", async () => {
	const env = {
		CLAUDE_CODE_USE_FOUNDRY: "1",
		FOUNDRY_BASE_URL: "https://foundry.example.com",
		ANTHROPIC_FOUNDRY_API_KEY: "foundry",
		ANTHROPIC_API_KEY: "plain",
	};
	await using test = await testRegistry({ providers: builtInProviders, env });
	expect(await test.registry.findCredential("anthropic")).toEqual({
		key: "foundry",
		source: "ANTHROPIC_FOUNDRY_API_KEY",
	});
	expect((await test.registry.modelsOf("anthropic"))[0]?.baseUrl).toBe("https://foundry.example.com");
});

test("registry: a setting selects the protocol of a provider", async () => {
	const apiWith = async (formats: Record<string, string>) => {
		await using test = await testRegistry({ providers: builtInProviders, formats });
		return (await test.registry.modelsOf("kimi-code"))[0]?.api;
	};
	expect(await apiWith({})).toBe("anthropic-messages");
	expect(await apiWith({ "kimi-code": "openai" })).toBe("openai-completions");
});

test("registry: headers that are commands are resolved when the model is made ready", async () => {
	await using test = await testRegistry({
		env: { PATH: process.env.PATH ?? "" },
		files: {
			"models.yml": `
providers:
  gw:
    baseUrl: https://gw/v1
    auth: none
    api: openai-completions
    headers: { X-Token: "!echo secret", X-Team: platform, X-Gone: "!false" }
    models: [{ id: m }]
`,
		},
	});
	const [model] = await test.registry.modelsOf("gw");
	if (!model) throw new Error("no model");
	expect((await test.registry.ready(model)).headers).toEqual({ "X-Token": "secret", "X-Team": "platform" });
});

test("registry: an extension's provider replaces models, is validated like custom models, and can be removed", async () => {
	await using test = await testRegistry({ providers: [testProvider("acme", ["old"])] });
	const { registry } = test;
	expect((await registry.modelsOf("acme")).map(({ id }) => id)).toEqual(["old"]);
	registry.registerProvider("acme", {
		entry: { baseUrl: "https://new", api: "openai-responses", apiKey: "k", models: [{ id: "new" }] },
	});
	expect(await registry.modelsOf("acme")).toEqual([
		testModel("acme", "new", { baseUrl: "https://new", api: "openai-responses" }),
	]);
	expect(await registry.findCredential("acme")).toEqual({ key: "k", source: "models.yml" });
	registry.registerProvider("acme", { entry: { baseUrl: "https://moved" } });
	expect((await registry.modelsOf("acme")).map(({ id, baseUrl }) => [id, baseUrl])).toEqual([["old", "https://moved"]]);
	registry.unregisterProvider("acme");
	expect((await registry.modelsOf("acme")).map(({ baseUrl }) => baseUrl)).toEqual(["https://acme.example.com/v1"]);
	expect(() => registry.registerProvider("x", { entry: { models: [{ id: "m" }] } })).toThrow(
		'Provider x: "baseUrl" is required when defining custom models.',
	);
});

test("registry: a runtime key only applies to its provider", async () => {
	const providers = [testProvider("a", ["a1"]), testProvider("b", ["b1"])];
	await using test = await testRegistry({ providers, env: { TEST_KEY_B: "env" }, runtimeKey: "run" });
	expect((await test.registry.findCredential("a"))?.key).toBe("run");
	test.registry.credentials.bindRuntimeKey("a");
	expect((await test.registry.findCredential("a"))?.key).toBe("run");
	expect(await test.registry.findCredential("b")).toEqual({ key: "env", source: "TEST_KEY_B" });
});

test("registry: the offline guide is only offered when there is no other model", async () => {
	const guide = testProvider("offline", [testModel("offline", "guide", { api: "offline" })], { keyless: true });
	const providers = [testProvider("a", ["a1"]), guide];
	const offered = async (env: Record<string, string>) => {
		await using test = await testRegistry({ providers, env });
		return (await test.registry.available()).map(selectorOf);
	};
	expect(await offered({ TEST_KEY_A: "k" })).toEqual(["a/a1"]);
	expect(await offered({})).toEqual(["offline/guide"]);
});
