import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Fetch } from "../../fetch.ts";
import type { Model } from "../../model/model.ts";
import type { Env } from "../../model/provider.ts";
import type { DiscoveryTarget } from "../discovery/discover.ts";
import { fingerprintOf, type ModelCache } from "./model-cache.ts";

const probeLimitMs = 300;

export interface DiscoveryRequest {
	readonly target: DiscoveryTarget;
	readonly bundled: readonly Model[];
	readonly replaces: boolean;
	readonly known: (id: string) => Model | undefined;
	/** Where the key is from, for the message when it is refused. */
	readonly keySource?: string | undefined;
}

export type DiscoveryOutcome =
	| { readonly provider: string; readonly models: number }
	| { readonly provider: string; readonly failure: string };

/** Models discovered at endpoints, in this process and, through the cache, in earlier ones. */
export class ModelDiscovery {
	readonly #cache: ModelCache;
	readonly #fetch: Fetch;
	readonly #env: Env;
	readonly #found = new Map<string, readonly Model[]>();
	readonly #failures = new Map<string, string>();

	constructor(options: { cache: ModelCache; fetch: Fetch; env: Env }) {
		this.#cache = options.cache;
		this.#fetch = options.fetch;
		this.#env = options.env;
	}

	found(provider: string): readonly Model[] | undefined {
		return this.#found.get(provider);
	}

	/** Why the last attempt failed. */
	failure(provider: string): string | undefined {
		return this.#failures.get(provider);
	}

	/** Loads cached results until this process has its own. */
	async remember(provider: string, bundled: readonly Model[]): Promise<void> {
		if (this.#found.has(provider)) return;
		const cached = await this.#cache.read(provider, fingerprintOf(bundled));
		if (cached && !this.#found.has(provider)) this.#found.set(provider, cached.models);
	}

	async isFresh(provider: string, bundled: readonly Model[]): Promise<boolean> {
		return (await this.#cache.read(provider, fingerprintOf(bundled)))?.fresh ?? false;
	}

	/** Asks the endpoint and caches the result. A failure only sets `failure()`. */
	async refresh(request: DiscoveryRequest, signal?: AbortSignal): Promise<DiscoveryOutcome> {
		const { provider } = request.target;
		try {
			const models = await this.#ask(request, { signal });
			const { bundled, replaces } = request;
			await ignoreFailure(
				this.#cache.write(provider, fingerprintOf(bundled), models, { authoritative: replaces }),
				"models that are not cached are discovered again next time",
			);
			return { provider, models: models.length };
		} catch (error) {
			const reason = errorMessage(error);
			const { keySource } = request;
			const isRefused = keySource !== undefined && /answered 40[13]$/.test(reason);
			const failure = isRefused ? `${reason}; the key came from ${keySource}` : reason;
			this.#failures.set(provider, failure);
			return { provider, failure };
		}
	}

	/** Probes a local engine; its models exist only while it runs, so nothing is cached. */
	async probe(request: DiscoveryRequest): Promise<void> {
		try {
			await this.#ask(request, { limitMs: probeLimitMs });
		} catch (error) {
			this.#failures.set(request.target.provider, errorMessage(error));
		}
	}

	async clear(): Promise<void> {
		this.#found.clear();
		await this.#cache.clear();
	}

	async #ask(
		request: DiscoveryRequest,
		limits: { limitMs?: number; signal?: AbortSignal | undefined },
	): Promise<readonly Model[]> {
		const { discoverModels } = await import("../discovery/discover.ts");
		const models = await discoverModels(request.target, {
			fetch: this.#fetch,
			env: this.#env,
			known: request.known,
			...limits,
		});
		this.#found.set(request.target.provider, models);
		this.#failures.delete(request.target.provider);
		return models;
	}
}
