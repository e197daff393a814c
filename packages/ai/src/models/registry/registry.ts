import type { Host } from "@oh-my-pi/pi-utils/host";
import { type CredentialRequest, Credentials, type ProgramKeys } from "../../auth/credentials.ts";
import { loadOAuthClients } from "../../auth/oauth-clients.ts";
import { LazyStore, type OpenRemoteAccounts } from "../../auth/store/lazy-store.ts";
import type { Fetch } from "../../fetch.ts";
import type { Credential } from "../../model/credential.ts";
import type { OAuthClient } from "../../model/login.ts";
import type { Model } from "../../model/model.ts";
import type { Provider } from "../../model/provider.ts";
import { listLogins } from "../../model/provider.ts";
import type { ModelsConfig } from "../config/models-config.ts";
import { loadModelsConfig } from "../config/models-yml.ts";
import type { Equivalence } from "../match/equivalence.ts";
import { compareProviders, type ProviderPreference } from "../match/provider-preference.ts";
import { keyVariables } from "./key-variables.ts";
import { ModelCache } from "./model-cache.ts";
import { ModelCatalog } from "./model-catalog.ts";
import { type DiscoveryOutcome, ModelDiscovery } from "./model-discovery.ts";
import { narrowModels } from "./narrow-models.ts";
import { type ExtensionProvider, ProviderDirectory } from "./provider-directory.ts";

/** The user's settings about providers. */
export interface RegistryPreferences {
	/** Providers that the user disabled. */
	readonly disabledProviders?: readonly string[];
	/** Models to choose from unless one is named exactly; empty means all. */
	readonly enabledModels?: readonly string[];
	/** The user's `modelProviderOrder`. */
	readonly providerOrder?: readonly string[];
	/** Which of a provider's protocols to use, by provider id. */
	readonly formats?: Readonly<Record<string, string>>;
}

export interface ModelRegistryOptions extends RegistryPreferences {
	readonly host: Host;
	readonly agentDir: string;
	readonly providers: readonly Provider[];
	/** `--api-key`, for the provider of the model that is chosen. */
	readonly runtimeKey?: string | undefined;
	/** Keys of a program that embeds omp. */
	readonly keys?: ProgramKeys | undefined;
	/** Protocols added by extensions. */
	readonly extraApis?: readonly string[] | undefined;
	readonly fetch?: Fetch | undefined;
	/** Opens the accounts of a broker, in place of stored ones. */
	readonly openRemote?: OpenRemoteAccounts | undefined;
	/** An already open credential store. */
	readonly store?: LazyStore | undefined;
	readonly onCredentialDisabled?: ((provider: string, cause: string) => void) | undefined;
}

/** All models, which of them are usable, and with what key. */
export class ModelRegistry implements Disposable {
	readonly #options: ModelRegistryOptions;
	readonly #directory: ProviderDirectory;
	readonly #discovery: ModelDiscovery;
	readonly #catalog: ModelCatalog;
	readonly credentials: Credentials;
	readonly store: LazyStore;
	/** The user's OAuth clients, by provider. */
	readonly oauthClients: Readonly<Record<string, OAuthClient>>;
	readonly equivalence: Equivalence;
	/** Displayable problems of the configuration. */
	readonly problems: readonly string[];
	readonly #disabledListeners = new Set<(provider: string, cause: string) => void>();
	#preferences: RegistryPreferences;
	#probed: Promise<void> | undefined;

	private constructor(options: ModelRegistryOptions, loaded: Loaded) {
		const { host, agentDir, fetch: ownFetch = fetch } = options;
		this.#options = options;
		this.#preferences = options;
		this.store = loaded.store;
		this.oauthClients = loaded.clients;
		this.equivalence = loaded.config.equivalence ?? {};
		this.problems = loaded.problems;
		this.#directory = new ProviderDirectory(options.providers, loaded.config);
		this.#discovery = new ModelDiscovery({
			cache: new ModelCache(agentDir, host.now),
			fetch: ownFetch,
			env: host.env,
		});
		this.credentials = new Credentials({
			host,
			findProvider: (id) => this.#directory.find(id),
			findEntry: (id) => this.#directory.keyEntry(id),
			store: loaded.store,
			refresh: { fetch: ownFetch, clients: loaded.clients },
			runtimeKey: options.runtimeKey,
			keys: options.keys,
			onDisabled: (provider, cause) => this.#announceDisabled(provider, cause),
		});
		loaded.store.remote?.onRemoved((provider, cause) => this.#announceDisabled(provider, cause));
		this.#catalog = new ModelCatalog({
			directory: this.#directory,
			discovery: this.#discovery,
			credentials: this.credentials,
			env: host.env,
			now: host.now,
			formats: () => this.#preferences.formats ?? {},
		});
	}

	static async load(options: ModelRegistryOptions): Promise<ModelRegistry> {
		const { agentDir, host, extraApis } = options;
		const store = options.store ?? new LazyStore(agentDir, host.now, options.openRemote);
		const [models, clients] = await Promise.all([
			loadModelsConfig(agentDir, extraApis),
			loadOAuthClients(agentDir),
			store.openExisting(),
		]);
		return new ModelRegistry(options, {
			config: models.config,
			clients: clients.clients,
			store,
			problems: [...models.problems, ...clients.problems, ...(store.problem ? [store.problem] : [])],
		});
	}

	/** Applies settings that were loaded in parallel. */
	applyPreferences(preferences: RegistryPreferences): void {
		this.#preferences = preferences;
		this.#catalog.forget();
	}

	/** Ids of all providers in order of preference; those of `models.yml` before the built-in ones. */
	providerIds(): string[] {
		return this.#directory.ids();
	}

	findProvider(providerId: string): Provider | undefined {
		return this.#directory.find(providerId);
	}

	modelsOf(providerId: string): Promise<readonly Model[]> {
		return this.#catalog.of(providerId);
	}

	async all(): Promise<Model[]> {
		return this.#catalog.ofAll(this.providerIds());
	}

	/** Usable models; the offline guide only when there is no other. */
	async available(): Promise<Model[]> {
		const models = await this.#catalog.ofAll(this.providerIds().filter((id) => this.isUsable(id)));
		const real = models.filter(({ api }) => api !== "offline");
		return real.length > 0 ? real : models;
	}

	/** Usable models, those of providers included whose list nobody has read yet. */
	async listed(): Promise<Model[]> {
		await this.askForLists();
		return this.available();
	}

	/** Usable models that the user's list allows. */
	async enabled(): Promise<Model[]> {
		const patterns = this.#preferences.enabledModels ?? [];
		const models = await this.available();
		if (patterns.length === 0) return models;
		const compare = compareProviders(this.preference());
		const left = narrowModels(patterns, models, { compare, equivalence: this.equivalence });
		// A list without any match is ignored.
		return left.length > 0 ? left : models;
	}

	/** All models that could have this exact name; shards are loaded only if one of them has it. */
	namesakes(name: string): Promise<Model[]> {
		return this.#catalog.namesakes(name);
	}

	isUsable(providerId: string): boolean {
		return this.whyUnusable(providerId) === undefined;
	}

	/** Uses known data only: no network, no refresh, no commands. */
	whyUnusable(providerId: string): string | undefined {
		if (this.isDisabled(providerId)) return `${providerId} is in disabledProviders`;
		if (this.#directory.resolveEndpoint(providerId, this.#options.host.env)?.includes("<")) {
			return `${providerId} needs its baseUrl in models.yml`;
		}
		if (this.isKeyless(providerId) || this.credentials.describeSource(providerId) !== undefined) return undefined;
		return this.credentialHint(providerId);
	}

	isDisabled(providerId: string): boolean {
		return this.#preferences.disabledProviders?.includes(providerId) ?? false;
	}

	isKeyless(providerId: string): boolean {
		return this.#directory.isKeyless(providerId);
	}

	findCredential(providerId: string, request?: CredentialRequest): Promise<Credential | undefined> {
		return this.credentials.find(providerId, request);
	}

	/** The model with its headers resolved, including commands. */
	async ready(model: Model): Promise<Model> {
		const commands = Object.entries(model.headers ?? {}).filter(([, value]) => value.startsWith("!"));
		if (commands.length === 0) return model;
		const headers: Record<string, string> = { ...model.headers };
		for (const [name, value] of commands) {
			const printed = await this.credentials.values.resolveHeader(value);
			if (printed === undefined) delete headers[name];
			else headers[name] = printed;
		}
		return { ...model, headers };
	}

	/** Variables that only have keys of models. */
	keyVariables(): string[] {
		const apiKeys = this.providerIds().map((id) => this.#directory.keyEntry(id)?.apiKey);
		return keyVariables(this.#options.host.env, this.#options.providers, apiKeys);
	}

	defaultModelOf(providerId: string): string | undefined {
		return this.#directory.find(providerId)?.defaultModel;
	}

	/** What to do about a missing credential. */
	credentialHint(providerId: string): string {
		const provider = this.#directory.find(providerId);
		const { remote } = this.store;
		if (remote?.problem !== undefined) return `No credentials for ${providerId}: ${remote.problem}`;
		const login = remote ? "omp auth-broker login" : "/login";
		const ways = [
			...(provider && listLogins(provider).length > 0 ? [`log in with ${login} ${providerId}`] : []),
			...(provider?.setup
				? [provider.setup]
				: provider?.envVars.length
					? [`set ${provider.envVars.join(" or ")}`]
					: []),
			"give the provider an apiKey in models.yml",
		];
		const last = ways.pop();
		return `No credentials for ${providerId}: ${ways.length > 0 ? `${ways.join(", ")}, or ` : ""}${last}.`;
	}

	/** How to choose between providers of the same model. */
	preference(current?: string): ProviderPreference {
		return {
			current,
			order: this.#preferences.providerOrder,
			builtIn: this.providerIds(),
			isUsable: (id) => this.isUsable(id),
		};
	}

	#announceDisabled(provider: string, cause: string): void {
		this.#options.onCredentialDisabled?.(provider, cause);
		for (const listener of [...this.#disabledListeners]) listener(provider, cause);
	}

	/** Told when a login is no longer valid; gives the function that ends that. */
	onCredentialDisabled(listener: (provider: string, cause: string) => void): () => void {
		this.#disabledListeners.add(listener);
		return () => void this.#disabledListeners.delete(listener);
	}

	registerProvider(providerId: string, extension: ExtensionProvider): void {
		this.#directory.register(providerId, extension);
		this.#catalog.forget(providerId);
	}

	unregisterProvider(providerId: string): void {
		this.#directory.unregister(providerId);
		this.#catalog.forget(providerId);
	}

	/** Probes local engines, once. Resolves within 300 ms, with their models available. */
	probeLocalEngines(): Promise<void> {
		this.#probed ??= this.#probe();
		return this.#probed;
	}

	async #probe(): Promise<void> {
		const local = this.#options.providers.filter(
			({ id, local }) => local && !this.isDisabled(id) && !this.#directory.entry(id),
		);
		await Promise.all(local.map(({ id }) => this.#catalog.probe(id)));
	}

	/** Asks usable providers for lists that nobody has read yet. */
	async askForLists(): Promise<void> {
		const usable = this.providerIds().filter((id) => this.isUsable(id));
		await Promise.all(usable.map((id) => this.#catalog.askForList(id)));
	}

	/** The same for a provider that the user named. */
	async askForList(providerId: string): Promise<void> {
		if (this.isUsable(providerId)) await this.#catalog.askForList(providerId, { isNamed: true });
	}

	/** Refreshes the model lists of all endpoints or one; unless forced, only those older than a day. */
	async refresh(
		options: { provider?: string; force?: boolean; signal?: AbortSignal | undefined } = {},
	): Promise<DiscoveryOutcome[]> {
		// What a login shows may differ, also without a list to refresh.
		if (options.provider !== undefined) this.#catalog.forget(options.provider);
		const wanted = this.providerIds().filter(
			(id) => (options.provider === undefined || id === options.provider) && this.isUsable(id),
		);
		const outcomes = await Promise.all(wanted.map((id) => this.#catalog.refresh(id, options)));
		return outcomes.filter((outcome) => outcome !== undefined);
	}

	/** Why the last refresh of the provider's list failed. */
	discoveryFailure(providerId: string): string | undefined {
		return this.#discovery.failure(providerId);
	}

	async clearCache(): Promise<void> {
		await this.#discovery.clear();
		this.#catalog.forget();
	}

	[Symbol.dispose](): void {
		this.store[Symbol.dispose]();
	}
}

interface Loaded {
	readonly config: ModelsConfig;
	readonly clients: Readonly<Record<string, OAuthClient>>;
	readonly store: LazyStore;
	readonly problems: readonly string[];
}
