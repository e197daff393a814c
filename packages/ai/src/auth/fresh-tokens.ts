import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { AuthError } from "../errors/auth-error.ts";
import type { OAuthTokens } from "../model/credential.ts";
import type { RefreshPorts } from "../model/login.ts";
import type { RefreshableProvider } from "./refresh-tokens.ts";
import type { TokenSource } from "./store/account-store.ts";
import type { CredentialStore } from "./store/credential-store.ts";
import type { StoredLogin } from "./store/stored-credential.ts";

const usualSkewMs = 5 * 60_000;
const leaseMs = 30_000;
const waitMs = 100;

export interface FreshTokensOptions {
	readonly store: CredentialStore;
	readonly host: Pick<Host, "now" | "newId">;
	readonly ports: RefreshPorts;
	/** Called when a login is no longer valid. */
	readonly onDisabled?: ((provider: string, cause: string) => void) | undefined;
	readonly sleep?: typeof realSleep | undefined;
}

/**
 * Returns valid tokens and refreshes them when needed. Concurrent callers, in this process and others, share one
 * refresh.
 */
export class FreshTokens implements TokenSource {
	readonly #options: FreshTokensOptions;
	readonly #owner: string;
	readonly #running = new Map<number, Promise<OAuthTokens>>();

	constructor(options: FreshTokensOptions) {
		this.#options = options;
		this.#owner = options.host.newId();
	}

	/** `refused` is a token that the provider rejected before it expired; it counts as expired. */
	async get(
		provider: RefreshableProvider,
		id: number,
		options: { refused?: string; signal?: AbortSignal | undefined } = {},
	): Promise<OAuthTokens> {
		const row = this.#read(provider, id);
		if (!this.#needsRefresh(provider, row, options.refused)) return row.tokens;
		const running = this.#running.get(id);
		if (running) return running;
		const refreshed = this.#refreshOnce(provider, id, options).finally(() => this.#running.delete(id));
		this.#running.set(id, refreshed);
		return refreshed;
	}

	#read(provider: RefreshableProvider, id: number): StoredLogin {
		const row = this.#options.store.find(id);
		if (row?.type === "oauth" && row.disabledCause === undefined) return row;
		throw new AuthError("invalid-grant", `The login to ${provider.name} has ended; log in again`);
	}

	#needsRefresh(
		provider: RefreshableProvider,
		{ tokens, updatedAtMs }: StoredLogin,
		refused: string | undefined,
	): boolean {
		if (refused !== undefined && tokens.access === refused) return true;
		const login = provider.logins?.find((candidate) => candidate.kind === "browser" || candidate.kind === "device");
		const skewMs = (login && "refreshSkewMs" in login ? login.refreshSkewMs : undefined) ?? usualSkewMs;
		// Tokens that live for minutes would otherwise be refreshed for every request.
		const halfLifeMs = Math.max(0, tokens.expires - updatedAtMs) / 2;
		return tokens.expires - this.#options.host.now() < Math.min(skewMs, halfLifeMs);
	}

	async #refreshOnce(
		provider: RefreshableProvider,
		id: number,
		options: { refused?: string; signal?: AbortSignal | undefined },
	): Promise<OAuthTokens> {
		const { store, sleep = realSleep } = this.#options;
		while (!store.acquireRefreshLease(id, this.#owner, leaseMs)) {
			await sleep(waitMs, { signal: options.signal });
			const row = this.#read(provider, id);
			if (!this.#needsRefresh(provider, row, options.refused)) return row.tokens;
		}
		try {
			// Another process may have refreshed between the check and the lease.
			const row = this.#read(provider, id);
			if (!this.#needsRefresh(provider, row, options.refused)) return row.tokens;
			return await this.#ask(provider, id, row.tokens, options);
		} finally {
			store.releaseRefreshLease(id, this.#owner);
		}
	}

	async #ask(
		provider: RefreshableProvider,
		id: number,
		tokens: OAuthTokens,
		options: { refused?: string; signal?: AbortSignal | undefined },
	): Promise<OAuthTokens> {
		const { store, ports, host, onDisabled } = this.#options;
		try {
			const { refreshTokens } = await import("./refresh-tokens.ts");
			// Not the caller's signal: others may wait for the same refresh, and a used refresh token must be stored.
			const renewed = await refreshTokens(provider, tokens, { ...ports, signal: AbortSignal.timeout(leaseMs - 5000) });
			store.replaceTokens(id, renewed);
			return renewed;
		} catch (error) {
			if (error instanceof AuthError && error.kind === "invalid-grant") {
				store.disable(id, error.message);
				onDisabled?.(provider.id, error.message);
				throw new AuthError("invalid-grant", `The login to ${provider.name} has ended; log in again`, { cause: error });
			}
			// An unreachable server does not invalidate a valid token.
			if (options.refused !== tokens.access && tokens.expires > host.now()) return tokens;
			throw error;
		}
	}
}
