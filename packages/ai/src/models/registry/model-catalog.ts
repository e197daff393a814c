import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Credentials } from "../../auth/credentials.ts";
import { bundledModels } from "../../catalog/read-shard.ts";
import type { Model } from "../../model/model.ts";
import type { Env, Provider } from "../../model/provider.ts";
import { canonicalId } from "../../model-id/canonical-id.ts";
import { buildModels } from "./build-models.ts";
import type { DiscoveryOutcome, DiscoveryRequest, ModelDiscovery } from "./model-discovery.ts";
import type { ProviderDirectory } from "./provider-directory.ts";

/** How long a provider that did not give its list is left alone. */
const askAgainMs = 30_000;

export interface ModelCatalogOptions {
	readonly directory: ProviderDirectory;
	readonly discovery: ModelDiscovery;
	readonly credentials: Credentials;
	readonly env: Env;
	readonly now: () => number;
	/** Which of a provider's protocols to use, by provider id. */
	readonly formats: () => Readonly<Record<string, string>>;
}

/** The models of each provider, built on demand and cached until something changes. */
export class ModelCatalog {
	readonly #options: ModelCatalogOptions;
	readonly #models = new Map<string, Promise<readonly Model[]>>();
	readonly #asked = new Map<string, { readonly at: number; readonly done: Promise<void> }>();
	#vendorModels: Promise<ReadonlyMap<string, Model>> | undefined;

	constructor(options: ModelCatalogOptions) {
		this.#options = options;
	}

	of(providerId: string): Promise<readonly Model[]> {
		const known = this.#models.get(providerId);
		if (known) return known;
		const models = this.#build(providerId);
		this.#models.set(providerId, models);
		return models;
	}

	async ofAll(providerIds: readonly string[]): Promise<Model[]> {
		return (await Promise.all(providerIds.map((id) => this.of(id)))).flat();
	}

	/** All models that could have this exact name; shards are loaded only if one of them has it. */
	async namesakes(name: string): Promise<Model[]> {
		const { directory } = this.#options;
		if (await isCatalogued([name])) return this.ofAll(directory.ids());
		const uncatalogued = directory.ids().filter((id) => {
			const changed = directory.entry(id) ?? directory.extension(id);
			return changed !== undefined || !directory.find(id)?.shard;
		});
		return this.ofAll(uncatalogued);
	}

	/** Drops the cached models of one provider, or of all. */
	forget(providerId?: string): void {
		if (providerId === undefined) this.#models.clear();
		else this.#models.delete(providerId);
	}

	async probe(providerId: string): Promise<void> {
		const request = await this.#discoveryRequest(providerId);
		if (request) await this.#options.discovery.probe(request);
		this.forget(providerId);
	}

	/** Asks a provider for a list that nobody has read yet. One without a key at its usual address is asked by name only. */
	async askForList(providerId: string, { isNamed = false }: { isNamed?: boolean } = {}): Promise<void> {
		if (!this.#hasList(providerId, isNamed)) return;
		await this.of(providerId);
		if (this.#options.discovery.found(providerId) !== undefined) return;
		const known = this.#asked.get(providerId);
		const now = this.#options.now();
		if (known && Math.abs(now - known.at) < askAgainMs) return known.done;
		const done = ignoreFailure(this.refresh(providerId, { force: true }), "a failure is kept where it is found");
		this.#asked.set(providerId, { at: now, done: done.then(() => {}) });
		await done;
	}

	#hasList(providerId: string, isNamed: boolean): boolean {
		const { directory, env } = this.#options;
		const provider = directory.find(providerId);
		const entry = directory.entry(providerId);
		if (entry?.discovery) return true;
		// What omp brings for a provider is enough to choose from.
		if (!provider?.discovery || provider.shard) return false;
		if (entry !== undefined) return true;
		// An engine at its usual address is probed.
		if (provider.local) return false;
		return isNamed || !directory.isKeyless(providerId) || provider.endpoint?.(env) !== undefined;
	}

	/** `undefined` for providers without discovery and, unless forced, for those refreshed within a day. */
	async refresh(
		providerId: string,
		options: { force?: boolean; signal?: AbortSignal | undefined },
	): Promise<DiscoveryOutcome | undefined> {
		const { discovery } = this.#options;
		const request = await this.#discoveryRequest(providerId);
		if (!request) return undefined;
		if (!options.force && (await discovery.isFresh(providerId, request.bundled))) return undefined;
		const outcome = await discovery.refresh(request, options.signal);
		this.forget(providerId);
		return outcome;
	}

	async #build(providerId: string): Promise<readonly Model[]> {
		const { directory, discovery, credentials, env } = this.#options;
		const provider = directory.find(providerId);
		const entry = directory.entry(providerId);
		const extension = directory.extension(providerId);
		const bundled = await this.#bundled(provider);
		const lists = entry?.discovery ?? provider?.discovery;
		if (lists && !provider?.local) await discovery.remember(providerId, bundled);
		const named = [...(entry?.models ?? []), ...(extension?.models ?? [])].map(({ id }) => id);
		const known = (await isCatalogued(named)) ? await this.#knownModels() : undefined;
		const account = provider?.accountEndpoint && credentials.accountOf(providerId);
		const models = buildModels({
			providerId,
			provider,
			endpoint: (account && provider?.accountEndpoint?.(account)) ?? provider?.endpoint?.(env),
			bundled,
			entry,
			extension,
			known: (id) => known?.get(id.toLowerCase()),
			discovered: discovery.found(providerId),
		});
		return directory.modified(providerId, models, () => credentials.accountOf(providerId));
	}

	async #bundled(provider: Provider | undefined): Promise<readonly Model[]> {
		if (!provider) return [];
		const format = provider.formats?.[this.#options.formats()[provider.id] ?? ""];
		return bundledModels(format ? { ...provider, ...format } : provider);
	}

	/** The vendors' own records by id, to complete lists of ids. */
	#knownModels(): Promise<ReadonlyMap<string, Model>> {
		this.#vendorModels ??= (async () => {
			const { vendors } = await import("../../providers/lists/vendors.ts");
			const models = (await Promise.all(vendors.map(bundledModels))).flat();
			// The first vendor with an id is its owner.
			return new Map(models.reverse().map((model) => [model.id.toLowerCase(), model]));
		})();
		return this.#vendorModels;
	}

	async #discoveryRequest(providerId: string): Promise<DiscoveryRequest | undefined> {
		const { directory, credentials, env } = this.#options;
		const provider = directory.find(providerId);
		const entry = directory.entry(providerId);
		const discovery = entry?.discovery ?? provider?.discovery;
		const baseUrl = directory.resolveEndpoint(providerId, env);
		if (!discovery || !baseUrl) return undefined;
		const [bundled, known, credential] = await Promise.all([
			this.#bundled(provider),
			provider?.local ? new Map<string, Model>() : this.#knownModels(),
			credentials.find(providerId),
		]);
		const bundledById = new Map(bundled.map((model) => [model.id.toLowerCase(), model]));
		return {
			target: {
				provider: providerId,
				discovery,
				baseUrl,
				api: entry?.api ?? provider?.api,
				...(credential?.key && { apiKey: credential.key }),
				...(entry?.headers && { headers: entry.headers }),
			},
			bundled,
			keySource: credential?.source,
			replaces: provider?.discoveryReplaces ?? false,
			known: (id) => bundledById.get(id.toLowerCase()) ?? known.get(id.toLowerCase()),
		};
	}
}

/** Whether any provider's shard has a model of such a name. */
async function isCatalogued(ids: readonly string[]): Promise<boolean> {
	if (ids.length === 0) return false;
	const { default: names } = await import("../../catalog/names.generated.json");
	return ids.some((id) => (names as readonly string[]).includes(canonicalId(id)));
}
