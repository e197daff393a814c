import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Credential } from "../auth/credential.ts";
import { bundledModels } from "../catalog/read-shard.ts";
import type { Model } from "../model.ts";
import type { Provider } from "../provider.ts";
import { loadModelsYml, type ModelEntry, type ModelsConfig, type ProviderEntry } from "./models-yml.ts";

export interface ModelRegistryOptions {
	readonly host: Host;
	readonly agentDir: string;
	readonly providers: readonly Provider[];
	/** `--api-key`, for the provider of the model that is chosen. */
	readonly runtimeKey?: string;
}

/** All models there are, which of them can be used now, and with what key. */
export class ModelRegistry {
	readonly #options: ModelRegistryOptions;
	readonly #config: ModelsConfig;
	/** What is wrong with the configuration, ready to be shown. */
	readonly problems: readonly string[];

	private constructor(options: ModelRegistryOptions, config: ModelsConfig, problems: readonly string[]) {
		this.#options = options;
		this.#config = config;
		this.problems = problems;
	}

	static async load(options: ModelRegistryOptions): Promise<ModelRegistry> {
		const result = await loadModelsYml(join(options.agentDir, "models.yml"));
		if ("problem" in result) return new ModelRegistry(options, { providers: {} }, [result.problem]);
		return new ModelRegistry(options, result.config, []);
	}

	/** Ids of all providers, the preferred ones first; those of `models.yml` before the built-in ones. */
	providerIds(): string[] {
		const builtIn = this.#options.providers.map((provider) => provider.id);
		return [...new Set([...Object.keys(this.#config.providers), ...builtIn])];
	}

	async modelsOf(providerId: string): Promise<readonly Model[]> {
		const entry = this.#config.providers[providerId];
		const provider = this.#builtIn(providerId);
		const bundled = provider ? await bundledModels(provider) : [];
		if (!entry) return bundled;
		const own = (entry.models ?? []).map((model) => customModel(providerId, entry, model));
		const ownIds = new Set(own.map((model) => model.id));
		return [...own, ...bundled.filter((model) => !ownIds.has(model.id)).map((model) => overridden(model, entry))];
	}

	async all(): Promise<Model[]> {
		return (await Promise.all(this.providerIds().map((id) => this.modelsOf(id)))).flat();
	}

	async available(): Promise<Model[]> {
		const usable = this.providerIds().filter((id) => this.isUsable(id));
		return (await Promise.all(usable.map((id) => this.modelsOf(id)))).flat();
	}

	isUsable(providerId: string): boolean {
		return this.isKeyless(providerId) || this.findCredential(providerId) !== undefined;
	}

	isKeyless(providerId: string): boolean {
		return this.#config.providers[providerId]?.auth === "none" || this.#builtIn(providerId)?.keyless === true;
	}

	/** Looks in the order of precedence: command line, `models.yml`, environment. */
	findCredential(providerId: string): Credential | undefined {
		const { env } = this.#options.host;
		if (this.#options.runtimeKey) return { key: this.#options.runtimeKey, source: "--api-key" };
		const configured = this.#config.providers[providerId]?.apiKey;
		if (configured) {
			const fromEnv = env[configured];
			if (fromEnv) return { key: fromEnv, source: `${configured} (named in models.yml)` };
			return { key: configured, source: "models.yml" };
		}
		for (const name of this.#builtIn(providerId)?.envVars ?? []) {
			const key = env[name];
			if (key) return { key, source: name };
		}
		return undefined;
	}

	defaultModelOf(providerId: string): string | undefined {
		return this.#builtIn(providerId)?.defaultModel;
	}

	/** What to do about a missing credential. */
	credentialHint(providerId: string): string {
		const names = this.#builtIn(providerId)?.envVars ?? [];
		const variable = names.length > 0 ? `set ${names.join(" or ")}, or ` : "";
		return `No credentials for ${providerId}: ${variable}give the provider an apiKey in models.yml.`;
	}

	#builtIn(providerId: string): Provider | undefined {
		return this.#options.providers.find((provider) => provider.id === providerId);
	}
}

function customModel(provider: string, entry: ProviderEntry, model: ModelEntry): Model {
	return {
		id: model.id,
		name: model.name ?? model.id,
		provider,
		api: model.api ?? entry.api ?? "openai-completions",
		baseUrl: entry.baseUrl ?? "",
		reasoning: model.reasoning ?? false,
		...(model.thinking && { thinking: model.thinking }),
		input: model.input ?? ["text"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...model.cost },
		contextWindow: model.contextWindow ?? 128_000,
		maxTokens: model.maxTokens ?? 16_384,
		headers: { ...entry.headers, ...model.headers },
		compat: { ...entry.compat, ...(entry.authHeader && { authHeader: true }), ...model.compat },
	};
}

function overridden(model: Model, entry: ProviderEntry): Model {
	return {
		...model,
		baseUrl: entry.baseUrl ?? model.baseUrl,
		...(entry.headers && { headers: { ...model.headers, ...entry.headers } }),
		...(entry.compat && { compat: { ...model.compat, ...entry.compat } }),
	};
}
