import type { Host } from "@oh-my-pi/pi-utils/host";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ProviderErrorKind } from "../errors/provider-error.ts";
import type { Fetch } from "../fetch.ts";
import type { Usage } from "../message.ts";
import type { Credential, Exchange, ExchangedKey, OAuthTokens } from "../model/credential.ts";
import type { RefreshPorts } from "../model/login.ts";
import type { Model } from "../model/model.ts";
import type { Provider } from "../model/provider.ts";
import { ConfigValues } from "./config-value.ts";
import { FreshTokens } from "./fresh-tokens.ts";
import type { TokenSource } from "./store/account-store.ts";
import { chooseAccount, type Headroom } from "./store/choose-account.ts";
import type { LazyStore } from "./store/lazy-store.ts";
import { describeAccount, type StoredCredential, type StoredLogin } from "./store/stored-credential.ts";
import { UsageCache } from "./usage/usage-cache.ts";

export interface CredentialsOptions {
	readonly host: Host;
	readonly findProvider: (id: string) => Provider | undefined;
	/** The provider's entry in `models.yml` or of an extension. */
	readonly findEntry: (id: string) => { readonly apiKey?: string | undefined } | undefined;
	readonly store: Pick<LazyStore, "current" | "accounts" | "remote">;
	readonly refresh: Pick<RefreshPorts, "fetch" | "clients">;
	/** `--api-key`, for the provider of the chosen model. */
	readonly runtimeKey?: string | undefined;
	/** Keys of a program that embeds omp. */
	readonly keys?: ProgramKeys | undefined;
	readonly onDisabled?: ((provider: string, cause: string) => void) | undefined;
}

/** Keys by provider that are never stored. */
export interface ProgramKeys {
	/** Before all others. */
	readonly runtime: ReadonlyMap<string, string>;
	/** In place of those in `models.yml`, and written in the same ways. */
	readonly config: ReadonlyMap<string, string>;
}

export interface CredentialRequest {
	/** Only this stored credential. */
	readonly onlyStored?: number | undefined;
	readonly sessionId?: string | undefined;
	/** Separates usage limits of one account. */
	readonly scope?: string | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** Resolves the key of a provider: command line, `models.yml`, stored key, login, environment, in this order. */
export class Credentials {
	readonly #options: CredentialsOptions;
	readonly #values: ConfigValues;
	readonly #accountOfSession = new Map<string, number>();
	#freshTokens: FreshTokens | undefined;
	#exchanges: Exchanges | undefined;
	#runtimeProvider: string | undefined;
	#rows: { revision: number; all: readonly StoredCredential[] } | undefined;

	constructor(options: CredentialsOptions) {
		this.#options = options;
		this.#values = new ConfigValues(options.host);
	}

	get #fresh(): TokenSource | undefined {
		const { host, refresh, onDisabled } = this.#options;
		const { remote, current: store } = this.#options.store;
		if (remote) return remote.tokens;
		if (!store) return undefined;
		this.#freshTokens ??= new FreshTokens({
			store,
			host,
			ports: { ...refresh, now: host.now, env: host.env },
			onDisabled,
		});
		return this.#freshTokens;
	}

	get values(): ConfigValues {
		return this.#values;
	}

	/** The account of the stored login, without refreshing it. */
	accountOf(providerId: string): OAuthTokens | undefined {
		return this.#storedFor(providerId).find((row) => row.type === "oauth")?.tokens;
	}

	/** Restricts the runtime key to this provider. */
	bindRuntimeKey(providerId: string): void {
		this.#runtimeProvider = providerId;
	}

	/** Where the key would come from, without running commands or refreshing; `undefined` if there is none. */
	describeSource(providerId: string): string | undefined {
		const runtime = this.#findRuntimeKey(providerId);
		if (runtime) return runtime.source;
		const configured = this.#configuredValue(providerId);
		if (configured) return this.#values.describeSource(configured, "models.yml");
		const rows = this.#storedFor(providerId);
		if (rows.some(({ type }) => type === "api_key")) return "stored key";
		const login = rows.find(({ type }) => type === "oauth");
		if (login) return `login ${describeAccount(login)}`;
		const provider = this.#options.findProvider(providerId);
		return this.#environmentKey(provider)?.source ?? provider?.ambient?.(this.#options.host);
	}

	async find(providerId: string, request: CredentialRequest = {}): Promise<Credential | undefined> {
		if (request.onlyStored !== undefined) return this.#stored(providerId, request.onlyStored, request);
		const runtime = this.#findRuntimeKey(providerId);
		if (runtime) return runtime;
		const configured = await this.#configuredKey(providerId);
		if (configured) return configured;
		const rows = this.#storedFor(providerId);
		const stored = rows.find((row) => row.type === "api_key");
		if (stored) return this.#stored(providerId, stored.id, request);
		const login = this.#chooseLogin(providerId, rows, request);
		if (login) return this.#loadCredential(providerId, login, request);
		const provider = this.#options.findProvider(providerId);
		const ambient = provider?.ambient?.(this.#options.host);
		return this.#environmentKey(provider) ?? (ambient === undefined ? undefined : { key: "", source: ambient });
	}

	async #stored(providerId: string, id: number, request: CredentialRequest): Promise<Credential | undefined> {
		const row = this.#storedFor(providerId).find((candidate) => candidate.id === id);
		if (row?.type === "api_key") return { key: row.key, source: "stored key", storedId: row.id };
		return row && this.#loadCredential(providerId, row, request);
	}

	/** What a request sends: the credential's key, or the key it is exchanged for. */
	async toSend(
		providerId: string,
		credential: Credential,
		signal?: AbortSignal,
	): Promise<{ apiKey: string; headers?: Readonly<Record<string, string>> }> {
		const exchange = this.#options.findProvider(providerId)?.exchange;
		if (!exchange) return { apiKey: credential.key };
		const { host, refresh } = this.#options;
		this.#exchanges ??= new Exchanges({ fetch: refresh.fetch, now: host.now });
		const { key, headers } = await this.#exchanges.get(exchange, credential, signal);
		return { apiKey: key, headers };
	}

	/** After a 401: the same login with a refreshed token; `undefined` if that fails. */
	async renew(providerId: string, refused: Credential, signal?: AbortSignal): Promise<Credential | undefined> {
		const provider = this.#options.findProvider(providerId);
		if (!provider || !this.#fresh || refused.storedId === undefined || !refused.tokens) return undefined;
		const row = this.#storedFor(providerId).find(({ id }) => id === refused.storedId);
		if (row?.type !== "oauth") return undefined;
		const renewing = this.#fresh.get(provider, row.id, { refused: refused.tokens.access, signal });
		const tokens = await withFallback(renewing, undefined, "the caller reports the refused token");
		return tokens && toCredential({ ...row, tokens }, provider);
	}

	/** Makes the session use this account while it is not blocked. */
	pinAccount(providerId: string, sessionId: string, accountId: number): void {
		this.#accountOfSession.set(`${providerId} ${sessionId}`, accountId);
	}

	/** After a limit: blocks the account and returns another one that is free, if any. */
	async rotate(
		providerId: string,
		limited: Credential,
		failure: { kind: ProviderErrorKind; retryAfterMs?: number | undefined },
		request: CredentialRequest = {},
	): Promise<{ credential?: Credential; freeAtMs?: number }> {
		const { host } = this.#options;
		const store = this.#options.store.accounts;
		const lengthMs = failure.retryAfterMs ?? blockLengthMs(failure.kind);
		if (!store || limited.storedId === undefined || lengthMs === undefined) return {};
		const key = this.#storeKey(providerId);
		store.block(limited.storedId, key, host.now() + lengthMs, request.scope);
		const blockedUntil = store.blocks(key, request.scope);
		const logins = this.#storedFor(providerId).filter((row) => row.type === "oauth");
		if (!logins.some(({ id }) => !blockedUntil.has(id))) return { freeAtMs: Math.min(...blockedUntil.values()) };
		const credential = await this.find(providerId, request);
		return credential ? { credential } : {};
	}

	/** Whether an account is asked although it has met a limit: all have. */
	isBlocked(providerId: string, { storedId }: Credential): boolean {
		if (storedId === undefined) return false;
		return this.#options.store.accounts?.blocks(this.#storeKey(providerId)).has(storedId) === true;
	}

	/** After an answer: what it has used, and that an account that was blocked works again. */
	answered(
		model: Pick<Model, "provider" | "id">,
		{ storedId }: Credential,
		answer: { readonly usage: Usage; readonly isFree: boolean },
	): void {
		if (storedId === undefined) return;
		const { remote, accounts } = this.#options.store;
		remote?.observe(model.provider, model.id, answer.usage);
		if (answer.isFree) accounts?.clearBlocks(storedId);
	}

	#findRuntimeKey(providerId: string): Credential | undefined {
		const { keys, runtimeKey } = this.#options;
		const providerKey = keys?.runtime.get(providerId);
		if (providerKey) return { key: providerKey, source: "the program" };
		if (this.#runtimeProvider !== undefined && this.#runtimeProvider !== providerId) return undefined;
		return runtimeKey ? { key: runtimeKey, source: "--api-key" } : undefined;
	}

	#configuredValue(providerId: string): string | undefined {
		const { keys, findEntry } = this.#options;
		return keys?.config.get(providerId) ?? findEntry(providerId)?.apiKey;
	}

	async #configuredKey(providerId: string): Promise<Credential | undefined> {
		const configured = this.#configuredValue(providerId);
		if (!configured) return undefined;
		const key = await this.#values.resolve(configured);
		return key ? { key, source: this.#values.describeSource(configured, "models.yml") } : undefined;
	}

	#storeKey(providerId: string): string {
		return this.#options.findProvider(providerId)?.storeCredentialsAs ?? providerId;
	}

	/** The stored rows, read again when another process has changed them. */
	#storedFor(providerId: string): readonly StoredCredential[] {
		const store = this.#options.store.accounts;
		if (!store) return [];
		const revision = store.revision();
		if (this.#rows?.revision !== revision) this.#rows = { revision, all: store.list() };
		const key = this.#storeKey(providerId);
		return this.#rows.all.filter(({ provider }) => provider === key);
	}

	#chooseLogin(
		providerId: string,
		rows: readonly StoredCredential[],
		request: CredentialRequest,
	): StoredLogin | undefined {
		const logins = rows.filter((row) => row.type === "oauth");
		const store = this.#options.store.accounts;
		if (!store || logins.length === 0) return undefined;
		const blockedUntil = store.blocks(this.#storeKey(providerId), request.scope);
		const session = `${providerId} ${request.sessionId ?? ""}`;
		const kept = logins.find(({ id }) => id === this.#accountOfSession.get(session) && !blockedUntil.has(id));
		const chosen = kept ?? chooseAccount(logins, { ...request, blockedUntil, headroom: this.#headroom(logins) });
		if (chosen) this.#accountOfSession.set(session, chosen.id);
		return chosen;
	}

	/** From cached reports; makes no requests. */
	#headroom(logins: readonly StoredLogin[]): ReadonlyMap<number, Headroom> | undefined {
		const { remote, current } = this.#options.store;
		const ids = logins.map(({ id }) => id);
		if (ids.length < 2) return undefined;
		if (remote) return remote.headroom(ids);
		return current && new UsageCache(current.database, this.#options.host.now).headroom(ids);
	}

	async #loadCredential(
		providerId: string,
		login: StoredLogin,
		request: CredentialRequest,
	): Promise<Credential | undefined> {
		const provider = this.#options.findProvider(providerId);
		if (!provider || !this.#fresh) return toCredential(login, provider);
		const tokens = await this.#fresh.get(provider, login.id, { signal: request.signal });
		return toCredential({ ...login, tokens }, provider);
	}

	#environmentKey(provider: Provider | undefined): Credential | undefined {
		const { env } = this.#options.host;
		for (const name of [...(provider?.envKeys?.(env) ?? []), ...(provider?.envVars ?? [])]) {
			const key = env[name];
			if (key) return { key, source: name };
		}
		return undefined;
	}
}

function toCredential(login: StoredLogin, provider: Provider | undefined): Credential {
	return {
		key: provider?.keyOf?.(login.tokens) ?? login.tokens.access,
		source: `login ${describeAccount(login)}`,
		storedId: login.id,
		account: describeAccount(login),
		tokens: login.tokens,
	};
}

/** How long to block a credential after a limit without a given time; `undefined` for other failures. */
function blockLengthMs(kind: ProviderErrorKind, random: () => number = Math.random): number | undefined {
	switch (kind) {
		case "usage-limit":
			return 30 * 60_000;
		case "rate-limit":
			return 30_000;
		case "concurrency":
			return 5_000;
		case "overloaded":
			return 30_000 + random() * 30_000;
		default:
			return undefined;
	}
}

/** Caches exchanged keys until they expire. */
class Exchanges {
	readonly #ports: { fetch: Fetch; now: () => number };
	readonly #known = new Map<string, { expires: number; key: Promise<ExchangedKey> }>();

	constructor(ports: { fetch: Fetch; now: () => number }) {
		this.#ports = ports;
	}

	get(exchange: Exchange, credential: Credential, signal?: AbortSignal): Promise<ExchangedKey> {
		const known = this.#known.get(credential.key);
		if (known && known.expires > this.#ports.now()) return known.key;
		const key = exchange(credential, { ...this.#ports, ...(signal && { signal }) });
		const entry = { expires: Number.POSITIVE_INFINITY, key };
		this.#known.set(credential.key, entry);
		key.then(
			({ expires }) => {
				entry.expires = expires;
			},
			() => this.#known.delete(credential.key),
		);
		return key;
	}
}
