import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Model } from "../model/model.ts";
import type { Provider } from "../model/provider.ts";
import { ModelRegistry, type ModelRegistryOptions } from "../models/registry/registry.ts";

export const testNow = 1_750_000_000_000;

/** A registry on its own folder; `files` are those of the agent folder. */
export async function testRegistry(
	options: Partial<Omit<ModelRegistryOptions, "host" | "agentDir">> & {
		env?: Record<string, string>;
		files?: Record<string, string>;
		now?: () => number;
	} = {},
) {
	const { env = {}, files = {}, now = () => testNow, ...rest } = options;
	const dir = await workspace(files);
	let ids = 0;
	const host = { cwd: dir.path, home: dir.path, env, now, newId: () => `id-${++ids}` };
	const fetch = rest.fetch ?? (async (url) => Promise.reject(new Error(`no network in this test: ${url}`)));
	const registry = await ModelRegistry.load({ providers: [], ...rest, fetch, host, agentDir: dir.path });
	return {
		dir,
		host,
		registry,
		async [Symbol.asyncDispose]() {
			registry[Symbol.dispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

export function testModel(provider: string, id: string, more: Partial<Model> = {}): Model {
	return {
		id,
		name: id,
		provider,
		api: "openai-completions",
		baseUrl: `https://${provider}.example.com/v1`,
		reasoning: false,
		input: ["text"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 128_000,
		maxTokens: 16_384,
		...more,
	};
}

/** A provider with these models; `TEST_KEY_<ID>` is its variable. */
export function testProvider(
	id: string,
	models: ReadonlyArray<string | Model>,
	more: Partial<Provider> = {},
): Provider {
	return {
		id,
		name: id,
		api: "openai-completions",
		baseUrl: `https://${id}.example.com/v1`,
		envVars: [`TEST_KEY_${id.toUpperCase()}`],
		models: async () => models.map((model) => (typeof model === "string" ? testModel(id, model) : model)),
		...more,
	};
}
