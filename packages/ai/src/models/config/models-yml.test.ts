import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { loadModelsConfig, parseModelsYml } from "./models-yml.ts";

const problemsOf = async (yaml: string) => (await parseModelsYml(yaml, "models.yml")).problems;

test("models.yml: the whole documented example is accepted", async () => {
	const { config, problems } = await parseModelsYml(
		`
providers:
  my-gateway:
    baseUrl: https://gw.example.com/v1
    apiKey: MY_KEY
    api: openai-completions
    auth: apiKey
    authHeader: true
    headers: { X-Team: platform }
    transport: pi-native
    disableStrictTools: false
    compat: { supportsStore: false }
    remoteCompaction: { enabled: true, endpoint: /compact }
    discovery: { type: proxy, timeoutMs: 10000 }
    modelOverrides: { some-id: { name: Renamed, contextWindow: 200000 } }
    models:
      - { id: fast, name: Fast, api: openai-completions, reasoning: false, input: [text],
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, contextWindow: 128000, maxTokens: 8192,
          headers: {}, compat: {}, contextPromotionTarget: my-gateway/big }
equivalence:
  overrides: { my-gateway/codex: gpt-5.3-codex }
  exclude: [ my-gateway/preview ]
`,
		"models.yml",
	);
	expect(problems).toEqual([]);
	expect(Object.keys(config.providers)).toEqual(["my-gateway"]);
	expect(config.equivalence).toEqual({
		overrides: { "my-gateway/codex": "gpt-5.3-codex" },
		exclude: ["my-gateway/preview"],
	});
});

test.each([
	["an unknown key at the root", "providers: {}\nmodels: []\n", "models.yml:2: models: is not known"],
	[
		"an unknown protocol",
		"providers:\n  x:\n    baseUrl: http://h\n    api: openai\n",
		"models.yml:4: providers.x.api: must be one of openai-completions, ",
	],
	[
		"a limit of zero",
		"providers:\n  x:\n    baseUrl: http://h\n    auth: none\n    api: openai-completions\n    models:\n      - id: a\n        contextWindow: 0\n",
		"models.yml:8: providers.x.models[0].contextWindow: must be a positive number",
	],
	[
		"models without an address",
		"providers:\n  x:\n    api: openai-completions\n    auth: none\n    models: [{ id: a }]\n",
		"models.yml:2: providers.x.baseUrl: must be given when the provider has models",
	],
	[
		"models without a key",
		"providers:\n  x:\n    baseUrl: http://h\n    api: openai-completions\n    models: [{ id: a }]\n",
		"models.yml:2: providers.x.apiKey: must be given unless auth is none",
	],
	[
		"a model without a protocol",
		"providers:\n  x:\n    baseUrl: http://h\n    auth: none\n    models:\n      - id: a\n        api: openai-responses\n      - id: b\n",
		"models.yml:8: providers.x.models[1].api: must be given here or on the provider",
	],
	[
		"a model without an id",
		"providers:\n  x:\n    baseUrl: http://h\n    models:\n      - name: a\n",
		"models.yml:5: providers.x.models[0].id: must be given",
	],
	[
		"a provider that says nothing",
		"providers:\n  x: {}\n",
		"models.yml:2: providers.x: must have models, or at least one of ",
	],
	[
		"discovery without a protocol",
		"providers:\n  x:\n    baseUrl: http://h\n    discovery: { type: ollama }\n",
		"models.yml:2: providers.x.api: must be given when models are discovered",
	],
	["a list in place of a mapping", "providers: []\n", "models.yml:1: providers: must be a mapping"],
	["text that is no YAML", "providers:\n  x: {baseUrl: 'a\n", "models.yml:3:1: Missing closing 'quote"],
])("models.yml: %s is reported with its line, and the part that it spoils is left out", async (_, yaml, expected) => {
	const { config, problems } = await parseModelsYml(yaml, "models.yml");
	expect(problems).toHaveLength(1);
	expect(problems[0]).toStartWith(expected);
	expect(problems[0]).toMatch(/ \((?:the file is ignored|the provider x is left out)\)$/);
	expect(config).toEqual({ providers: {} });
});

test("models.yml: a misspelled field is reported and the rest is used", async () => {
	const yaml = "providers:\n  x:\n    baseURL: http://h\n    auth: none\n";
	expect(await problemsOf(yaml)).toEqual(["models.yml:3: providers.x.baseURL: is not known; did you mean baseUrl?"]);
	expect((await parseModelsYml(yaml, "models.yml")).config.providers.x?.auth).toBe("none");
});

test("models.yml: a protocol of a known extension is accepted", async () => {
	const yaml = "providers:\n  x:\n    baseUrl: http://h\n    api: my-api\n";
	expect((await parseModelsYml(yaml, "models.yml", ["my-api"])).problems).toEqual([]);
});

test("models.yml: an empty file is no problem", async () => {
	expect(await parseModelsYml("# nothing\n", "models.yml")).toEqual({ config: { providers: {} }, problems: [] });
});

test("models.yml: models.yaml is read when there is no models.yml", async () => {
	await using dir = await workspace({ "models.yaml": "providers:\n  a: { auth: none }\n" });
	expect((await loadModelsConfig(dir.path)).config.providers).toEqual({ a: { auth: "none" } });
	await dir.write("models.yml", "providers:\n  b: { auth: none }\n");
	expect((await loadModelsConfig(dir.path)).config.providers).toEqual({ b: { auth: "none" } });
});

verifies("models-and-auth:models-yml:json-migrated", async () => {
	await using dir = await workspace({
		"models.json": '{"providers":{"a":{"auth":"none","apiKey":"!echo \\"x: y\\""}}}',
	});
	const expected = { a: { auth: "none" as const, apiKey: '!echo "x: y"' } };
	expect((await loadModelsConfig(dir.path)).config.providers).toEqual(expected);
	expect(Bun.YAML.parse(await dir.read("models.yml"))).toEqual({ providers: expected });
	await dir.write("models.json", "{}");
	expect((await loadModelsConfig(dir.path)).config.providers).toEqual(expected);
});

test("models.yml: an entry that cannot be used leaves out its provider alone, and each problem is named", async () => {
	const { config, problems } = await parseModelsYml(
		`
providers:
  cursor: { baseUrl: http://a, apiKey: A, api: cursor-agent, models: [{ id: a }] }
  good:
    baseUrl: http://b
    apiKey: B
    api: openai-completions
    compat: { supportsStor: true, supportsStore: "yes", maxTokensField: max_tokens, whenThinking: { nonsense: 1 } }
    models: [{ id: b, compat: { toolStream: 1 } }]
  five: { baseUrl: 5 }
  other: { baseUrl: http://c, auth: none, api: anthropic-messages, models: [{ id: c }] }
`,
		"models.yml",
	);
	expect(problems).toEqual([
		'models.yml:3: providers.cursor.api: must be one of openai-completions, openai-responses, openai-codex-responses, azure-openai-responses, anthropic-messages, bedrock-converse-stream, google-generative-ai, google-gemini-cli, google-vertex, ollama-chat, pi-native, not "cursor-agent" (the provider cursor is left out)',
		"models.yml:8: providers.good.compat.supportsStor: is not known; did you mean supportsStore? (it is left out)",
		"models.yml:8: providers.good.compat.supportsStore: must be true or false (it is left out)",
		"models.yml:8: providers.good.compat.whenThinking.nonsense: is not known (it is left out)",
		"models.yml:9: providers.good.models[0].compat.toolStream: must be true or false (it is left out)",
		"models.yml:10: providers.five.baseUrl: must be a text (the provider five is left out)",
	]);
	expect(config.providers).toEqual({
		good: {
			baseUrl: "http://b",
			apiKey: "B",
			api: "openai-completions",
			compat: { maxTokensField: "max_tokens", whenThinking: {} },
			models: [{ id: "b", compat: {} }],
		},
		other: { baseUrl: "http://c", auth: "none", api: "anthropic-messages", models: [{ id: "c" }] },
	});
});
