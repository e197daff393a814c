import { raceAbort, sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { AuthError } from "../errors/auth-error.ts";
import type { OAuthTokens } from "../model/credential.ts";
import type { RefreshPorts } from "../model/login.ts";
import type { RefreshableProvider } from "./refresh-tokens.ts";
import type { TokenSource } from "./store/account-store.ts";
import type { CredentialStore } from "./store/credential-store.ts";
import type { StoredLogin } from "./store/stored-credential.ts";

const usualSkewMs = 5 * 60_000;
/** Of a process that is gone; one that is alive renews it. */
const leaseMs = 30_000;
const renewMs = 10_000;
const waitMs = 100;
/** How long another process may take that is alive. */
const leaseWaitMs = 90_000;
/** Long, since a provider that is slow may have replaced the refresh token already, and its answer is the only copy of the new one. */
const askMs = 60_000;
/** How long a caller waits for that. */
const usualPatienceMs = 25_000;

/** A refresh takes no longer than this, with what the provider says of the account afterwards. */
export const longestRefreshMs = leaseWaitMs + askMs + 10_000;

export interface FreshTokensOptions {
	readonly store: CredentialStore;
	readonly host: Pick<Host, "now" | "newId">;
	readonly ports: RefreshPorts;
	/** Called when a login is no longer valid. */
	readonly onDisabled?: ((provider: string, cause: string) => void) | undefined;
	readonly sleep?: typeof realSleep | undefined;
	/** How long callers wait; the refresh itself goes on. */
	readonly patienceMs?: number | undefined;
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
		const running = this.#running.get(id) ?? this.#start(provider, id, options.refused);
		const patience = AbortSignal.timeout(this.#options.patienceMs ?? usualPatienceMs);
		try {
			return await raceAbort(running, options.signal ? AbortSignal.any([options.signal, patience]) : patience);
		} catch (error) {
			if (!patience.aborted || options.signal?.aborted) throw error;
			if (options.refused !== row.tokens.access && row.tokens.expires > this.#options.host.now()) return row.tokens;
			throw new AuthError("unreachable", `The login to ${provider.name} could not be refreshed in time`, {
				cause: error,
			});
		}
	}

	/** Goes on when its callers have left: what a provider has answered must be stored. */
	#start(provider: RefreshableProvider, id: number, refused: string | undefined): Promise<OAuthTokens> {
		const refreshed = this.#refreshOnce(provider, id, refused).finally(() => this.#running.delete(id));
		refreshed.catch(() => {});
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

	async #refreshOnce(provider: RefreshableProvider, id: number, refused: string | undefined): Promise<OAuthTokens> {
		const { store, sleep = realSleep } = this.#options;
		const signal = AbortSignal.timeout(leaseWaitMs);
		while (!store.acquireRefreshLease(id, this.#owner, leaseMs)) {
			await sleep(waitMs, { signal });
			const row = this.#read(provider, id);
			if (!this.#needsRefresh(provider, row, refused)) return row.tokens;
		}
		const renewal = setInterval(() => this.#renewLease(id), renewMs);
		renewal.unref();
		try {
			// Another process may have refreshed between the check and the lease.
			const row = this.#read(provider, id);
			if (!this.#needsRefresh(provider, row, refused)) return row.tokens;
			return await this.#ask(provider, id, row.tokens, refused);
		} finally {
			clearInterval(renewal);
			store.releaseRefreshLease(id, this.#owner);
		}
	}

	#renewLease(id: number): void {
		try {
			this.#options.store.acquireRefreshLease(id, this.#owner, leaseMs);
		} catch (error) {
			logIgnored("the lease of a refresh; the next renewal may work", error);
		}
	}

	async #ask(
		provider: RefreshableProvider,
		id: number,
		tokens: OAuthTokens,
		refused: string | undefined,
	): Promise<OAuthTokens> {
		const { store, ports, host, onDisabled } = this.#options;
		let stored: OAuthTokens | undefined;
		try {
			const { refreshTokens } = await import("./refresh-tokens.ts");
			// Not the caller's signal: others may wait for the same refresh, and a used refresh token must be stored.
			const signal = AbortSignal.timeout(askMs);
			return await refreshTokens(provider, tokens, { ...ports, signal }, (renewed) => {
				store.replaceTokens(id, renewed);
				stored = renewed;
			});
		} catch (error) {
			if (stored) return stored;
			if (error instanceof AuthError && error.kind === "invalid-grant") {
				store.disable(id, error.message);
				onDisabled?.(provider.id, error.message);
				throw new AuthError("invalid-grant", `The login to ${provider.name} has ended; log in again`, { cause: error });
			}
			// An unreachable server does not invalidate a valid token.
			if (refused !== tokens.access && tokens.expires > host.now()) return tokens;
			throw error;
		}
	}
}
