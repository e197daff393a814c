import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { selectorOf } from "../../model/model.ts";
import { testProvider, testRegistry } from "../../testing/test-registry.ts";
import type { ModelRegistry } from "../registry/registry.ts";
import { scopedValues } from "./path-scoped.ts";
import { defaultModel, type Selection, selectModel, selectModels } from "./select.ts";

const providers = [
	testProvider("anthropic", [
		"claude-opus-4-5",
		"claude-opus-4-8",
		"claude-opus-4-8-20260301",
		"claude-sonnet-4-6",
		"claude-haiku-4-5",
	]),
	testProvider("openai", ["gpt-5.5", "gpt-5.5-pro", "gpt-5.4-mini", "o3"]),
	testProvider("bedrock", ["us.anthropic.claude-opus-4-8", "eu.anthropic.claude-opus-4-8"]),
	testProvider("openrouter", ["anthropic/claude-opus-4.8", "openai/gpt-5.5", "z-ai/glm-5.2", "z-ai/glm-5.2:free"]),
	testProvider("ollama-cloud", ["gpt-oss:120b"]),
];
const keys = (...ids: string[]) => Object.fromEntries(ids.map((id) => [`TEST_KEY_${id.toUpperCase()}`, "k"]));
const everyKey = keys("anthropic", "openai", "bedrock", "openrouter", "ollama-cloud");

const nameOf = (selection: Selection) =>
	selection.kind === "missing"
		? selection.message
		: [selectorOf(selection.model), selection.thinkingLevel].filter(Boolean).join(" ");

const select = async (pattern: string, registry: ModelRegistry, currentProvider?: string) =>
	nameOf(await selectModel(pattern, registry, { currentProvider }));

type Rows = ReadonlyArray<[pattern: string, expected: string]>;

async function expectSelections(rows: Rows): Promise<void> {
	await using test = await testRegistry({ providers, env: everyKey });
	const selected = await Promise.all(rows.map(async ([pattern]) => [pattern, await select(pattern, test.registry)]));
	expect(selected).toEqual(rows as unknown as string[][]);
}

verifies("models-and-auth:select:exact", () =>
	expectSelections([
		["anthropic/claude-opus-4-5", "anthropic/claude-opus-4-5"],
		["Anthropic/CLAUDE-Opus-4-5", "anthropic/claude-opus-4-5"],
		["  openai/o3 ", "openai/o3"],
		["openrouter/openai/gpt-5.5", "openrouter/openai/gpt-5.5"],
		["ollama-cloud/gpt-oss:120b", "ollama-cloud/gpt-oss:120b"],
		["gpt-oss:120b", "ollama-cloud/gpt-oss:120b"],
		["claude-opus-4-8", "anthropic/claude-opus-4-8"],
		["claude-opus-4.8", "anthropic/claude-opus-4-8"],
		["openrouter/claude-opus-4-8", "openrouter/anthropic/claude-opus-4.8"],
		["claude-opus-4-8-20260301", "anthropic/claude-opus-4-8-20260301"],
		["glm-5.2", "openrouter/z-ai/glm-5.2"],
		["z-ai/glm-5.2:free", "openrouter/z-ai/glm-5.2:free"],
	]),
);

verifies("models-and-auth:select:fuzzy", () =>
	expectSelections([
		["opus", "anthropic/claude-opus-4-8"],
		["bedrock/opus", "bedrock/us.anthropic.claude-opus-4-8"],
		["claude son 4", "anthropic/claude-sonnet-4-6"],
		["mini", "openai/gpt-5.4-mini"],
	]),
);

test("select: numbers match whole words only, and adjacent ones stay adjacent", async () => {
	const dated = [
		testProvider("anthropic", ["claude-opus-4-5-20251101", "claude-sonnet-4-20250514", "qwen3-235b"]),
		testProvider("openai", ["gpt-5.5", "gpt-5.4-mini-1"]),
		testProvider("nanogpt", ["some-model-9", "yi-9b"]),
	];
	await using test = await testRegistry({ providers: dated, env: keys("anthropic", "openai", "nanogpt") });
	const found = async (pattern: string) => (await select(pattern, test.registry)).split(".")[0];
	expect(await found("anthropic/claude-opus-4-1")).toBe('Model "anthropic/claude-opus-4-1" not found');
	expect(await select("claude opus 4", test.registry)).toBe("anthropic/claude-opus-4-5-20251101");
	expect(await found("gpt-9")).toBe('Model "gpt-9" not found');
	expect(await found("gpt-5-1")).toBe('Model "gpt-5-1" not found');
	expect(await found("opus-4-2025")).toBe('Model "opus-4-2025" not found');
	expect(await select("qwen 3", test.registry)).toBe("anthropic/qwen3-235b");
	expect(await select("nanogpt model", test.registry)).toBe("nanogpt/some-model-9");
});

test("select: the named provider with a key comes before a gateway without one", async () => {
	const both = [
		testProvider("anthropic", ["claude-sonnet-4-6"]),
		testProvider("openrouter", ["anthropic/claude-sonnet-4"]),
	];
	await using own = await testRegistry({ providers: both, env: keys("anthropic") });
	expect(await selectModel("anthropic/claude-sonnet-4", own.registry)).toMatchObject({
		kind: "found",
		model: { provider: "anthropic", id: "claude-sonnet-4-6" },
		loose: true,
	});
	await using gateway = await testRegistry({ providers: both, env: keys("openrouter") });
	expect(await select("anthropic/claude-sonnet-4", gateway.registry)).toBe("openrouter/anthropic/claude-sonnet-4");
});

test("select: a loose match is marked, an exact one and another spelling are not", async () => {
	await using test = await testRegistry({ providers, env: everyKey });
	const isLoose = async (pattern: string) => {
		const selection = await selectModel(pattern, test.registry);
		return selection.kind === "found" && selection.loose === true;
	};
	expect(await isLoose("opus:high")).toBe(true);
	expect(await isLoose("anthropic/opus-4-8")).toBe(true);
	expect(await isLoose("claude-opus-4.8:high")).toBe(false);
	expect(await isLoose("openrouter/claude-opus-4-8")).toBe(false);
});

verifies("models-and-auth:select:level-suffix", () =>
	expectSelections([
		["opus:high", "anthropic/claude-opus-4-8 high"],
		["openai/o3:off", "openai/o3 off"],
		["gpt-oss:120b:low", "ollama-cloud/gpt-oss:120b low"],
		["o3:auto", "openai/o3 auto"],
		[
			"openai/gpt-5.5:bogus",
			'Model "openai/gpt-5.5:bogus" not found. Did you mean openai/gpt-5.5, openai/gpt-5.5-pro? Run "omp models" to see available models.',
		],
	]),
);

test("select: a pattern without a match is reported, with similar names", async () => {
	await using test = await testRegistry({ providers, env: everyKey });
	expect(await select("claude-opis-4-8", test.registry)).toBe(
		'Model "claude-opis-4-8" not found. Did you mean claude-opus-4-8, claude-opus-4-5, claude-haiku-4-5? Run "omp models" to see available models.',
	);
	expect(await select("", test.registry)).toBe('Model "" not found. Run "omp models" to see available models.');
});

verifies("models-and-auth:equivalence:canonical-groups", async () => {
	await using onlyGateway = await testRegistry({ providers, env: keys("openrouter", "bedrock") });
	expect(await select("claude-opus-4-8", onlyGateway.registry)).toBe("bedrock/us.anthropic.claude-opus-4-8");
	expect(await select("claude-opus-4-8", onlyGateway.registry, "openrouter")).toBe(
		"openrouter/anthropic/claude-opus-4.8",
	);
	await using ordered = await testRegistry({ providers, env: everyKey, providerOrder: ["openrouter"] });
	expect(await select("claude-opus-4-8", ordered.registry)).toBe("openrouter/anthropic/claude-opus-4.8");
	expect(await select("claude-opus-4-8", ordered.registry, "bedrock")).toBe("bedrock/us.anthropic.claude-opus-4-8");
});

verifies("models-and-auth:select:missing-credential", async () => {
	await using test = await testRegistry({ providers, env: keys("openai") });
	expect(await select("anthropic/claude-opus-4-8", test.registry)).toBe("anthropic/claude-opus-4-8");
	expect(await select("opus", test.registry)).toBe("anthropic/claude-opus-4-8");
	expect(test.registry.isUsable("anthropic")).toBe(false);
});

test("select: `equivalence` of models.yml joins and separates records", async () => {
	const files = {
		"models.yml": `
providers:
  gw: { baseUrl: https://gw.example.com/v1, auth: none, api: openai-completions, models: [{ id: fast }, { id: claude-opus-4-8 }] }
equivalence:
  overrides: { gw/fast: gpt-5.5 }
  exclude: [ gw/claude-opus-4-8 ]
`,
	};
	await using test = await testRegistry({ providers, env: keys("anthropic"), files });
	expect(await select("gpt-5.5", test.registry)).toBe("gw/fast");
	expect(await select("claude-opus-4.8", test.registry)).toBe("anthropic/claude-opus-4-8");
	expect(await select("gw/claude-opus-4-8", test.registry)).toBe("gw/claude-opus-4-8");
});

verifies("models-and-auth:select:glob", async () => {
	await using test = await testRegistry({ providers, env: keys("anthropic", "openai") });
	const list = async (...patterns: string[]) => {
		const { chosen, unmatched } = await selectModels(patterns, test.registry);
		return [...chosen.map((model) => nameOf({ kind: "found", ...model })), ...unmatched.map((text) => `?${text}`)];
	};
	expect(await list("openai/gpt-5.5*:low", "haiku", "gpt-5.5", "nothing*", "openrouter/*")).toEqual([
		"openai/gpt-5.5 low",
		"openai/gpt-5.5-pro low",
		"anthropic/claude-haiku-4-5",
		"?nothing*",
		"?openrouter/*",
	]);
	expect(await list("claude-[hs]*-4-?")).toEqual(["anthropic/claude-sonnet-4-6", "anthropic/claude-haiku-4-5"]);
});

verifies("models-and-auth:registry:enabled-models", async () => {
	const scoped = [{ path: "/work", models: ["openai/*:high", "claude-opus-4-5"] }];
	const patterns = scopedValues(scoped, { cwd: "/work/app", home: "/" }, "models");
	await using test = await testRegistry({ providers, env: everyKey, enabledModels: patterns });
	const { registry } = test;
	expect((await registry.enabled()).map(selectorOf)).toEqual([
		"openai/gpt-5.5",
		"openai/gpt-5.5-pro",
		"openai/gpt-5.4-mini",
		"openai/o3",
		"anthropic/claude-opus-4-5",
	]);
	expect(await select("opus", registry)).toBe("anthropic/claude-opus-4-5");
	expect(await select("anthropic/claude-opus-4-8", registry)).toBe("anthropic/claude-opus-4-8");
	expect(scopedValues(scoped, { cwd: "/elsewhere", home: "/" }, "models")).toEqual([]);
});

test("select: without a selector, the default model of the first usable provider is taken", async () => {
	const withDefaults = [
		testProvider("a", ["a1"]),
		testProvider("b", ["b1", "b2"], { defaultModel: "b2" }),
		testProvider("c", ["c1", "c2"]),
		testProvider("offline", ["guide"], { keyless: true }),
	];
	const defaultWith = async (...ids: string[]) => {
		await using test = await testRegistry({ providers: withDefaults, env: keys(...ids) });
		const model = await defaultModel(test.registry);
		return model && selectorOf(model);
	};
	expect(await defaultWith("b", "c")).toBe("b/b2");
	expect(await defaultWith("c")).toBe("c/c1");
	expect(await defaultWith()).toBe("offline/guide");
});
