import type { OAuthTokens } from "../../model/credential.ts";
import type { Model } from "../../model/model.ts";
import type { Env, Provider } from "../../model/provider.ts";
import type { ModelsConfig, ProviderEntry } from "../config/models-config.ts";

/** A provider of an extension, or its changes to a built-in one. */
export interface ExtensionProvider {
	readonly entry: ProviderEntry;
	readonly name?: string;
	readonly logins?: Provider["logins"];
	readonly keyOf?: Provider["keyOf"];
	/** Changes the models while somebody is logged in. */
	readonly modifyModels?: (models: readonly Model[], tokens: OAuthTokens) => readonly Model[];
}

/** All providers: built-in ones, those of `models.yml`, and those of extensions. */
export class ProviderDirectory {
	readonly #builtIn: ReadonlyMap<string, Provider>;
	readonly #config: ModelsConfig;
	readonly #extensions = new Map<string, ExtensionProvider>();

	constructor(builtIn: readonly Provider[], config: ModelsConfig) {
		this.#builtIn = new Map(builtIn.map((provider) => [provider.id, provider]));
		this.#config = config;
	}

	/** In order of preference: those of the user or an extension, then the built-in ones. */
	ids(): string[] {
		return [...new Set([...Object.keys(this.#config.providers), ...this.#extensions.keys(), ...this.#builtIn.keys()])];
	}

	builtInIds(): string[] {
		return [...this.#builtIn.keys()];
	}

	find(id: string): Provider | undefined {
		const builtIn = this.#builtIn.get(id);
		const extension = this.#extensions.get(id);
		if (!extension?.logins) return builtIn;
		const { name = builtIn?.name ?? id, logins, keyOf, entry } = extension;
		const base: Provider = builtIn ?? {
			id,
			name,
			api: entry.api ?? "openai-completions",
			baseUrl: entry.baseUrl ?? "",
			envVars: [],
		};
		return { ...base, name, logins, ...(keyOf && { keyOf }) };
	}

	entry(id: string): ProviderEntry | undefined {
		return this.#config.providers[id];
	}

	extension(id: string): ProviderEntry | undefined {
		return this.#extensions.get(id)?.entry;
	}

	/** What an extension makes of the models of an account. */
	modified(id: string, models: readonly Model[], tokens: () => OAuthTokens | undefined): readonly Model[] {
		const modify = this.#extensions.get(id)?.modifyModels;
		const account = modify && tokens();
		return account ? modify(models, account) : models;
	}

	/** The user's key takes precedence over an extension's. */
	keyEntry(id: string): ProviderEntry | undefined {
		const entry = this.entry(id);
		return entry?.apiKey ? entry : (this.extension(id) ?? entry);
	}

	resolveEndpoint(id: string, env: Env): string | undefined {
		const provider = this.find(id);
		return this.entry(id)?.baseUrl ?? this.extension(id)?.baseUrl ?? provider?.endpoint?.(env) ?? provider?.baseUrl;
	}

	isKeyless(id: string): boolean {
		const auth = this.entry(id)?.auth ?? this.extension(id)?.auth;
		return auth === undefined ? this.find(id)?.keyless === true : auth === "none";
	}

	register(id: string, extension: ExtensionProvider): void {
		const { entry, logins } = extension;
		if (entry.models?.length) {
			if (!entry.baseUrl) throw new Error(`Provider ${id}: "baseUrl" is required when defining custom models.`);
			if (entry.models.some((model) => !model.api && !entry.api)) {
				throw new Error(`Provider ${id}: "api" is required on the provider or on every model.`);
			}
			if (!entry.apiKey && !logins && entry.auth !== "none") {
				throw new Error(`Provider ${id}: "apiKey" or "oauth" is required when defining custom models.`);
			}
		}
		this.#extensions.set(id, extension);
	}

	unregister(id: string): void {
		this.#extensions.delete(id);
	}
}
