import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { AuthError } from "../../errors/auth-error.ts";
import type { OAuthTokens } from "../../model/credential.ts";
import type { RefreshableProvider } from "../refresh-tokens.ts";
import type { TokenSource } from "../store/account-store.ts";
import type { StoredLogin } from "../store/stored-credential.ts";
import type { BrokerClient } from "./broker-client.ts";
import { BrokerError } from "./broker-error.ts";
import type { RemoteEntries } from "./remote-entries.ts";

/** The broker refreshes minutes before; only what it has missed is asked for. */
const skewMs = 30_000;

/** Valid tokens of the logins of a broker. It does the refreshing; concurrent callers share one request. */
export class RemoteTokens implements TokenSource {
	readonly #client: BrokerClient;
	readonly #entries: RemoteEntries;
	readonly #now: () => number;
	readonly #running = new Map<number, Promise<OAuthTokens>>();

	constructor(client: BrokerClient, entries: RemoteEntries, now: () => number) {
		this.#client = client;
		this.#entries = entries;
		this.#now = now;
	}

	async get(
		provider: RefreshableProvider,
		id: number,
		options: { readonly refused?: string; readonly signal?: AbortSignal | undefined } = {},
	): Promise<OAuthTokens> {
		const { tokens } = this.#login(provider, id);
		const isRefused = options.refused === tokens.access;
		if (!isRefused && tokens.expires - this.#now() > skewMs) return tokens;
		const running = this.#running.get(id) ?? this.#refresh(provider, id, tokens, isRefused);
		// A caller that gives up must not end the request of the others.
		return raceAbort(running, options.signal);
	}

	#login(provider: RefreshableProvider, id: number): StoredLogin {
		const found = this.#entries.find(id)?.credential;
		if (found?.type === "oauth") return found;
		throw this.#ended(provider);
	}

	#refresh(provider: RefreshableProvider, id: number, known: OAuthTokens, isRefused: boolean): Promise<OAuthTokens> {
		const refreshed = this.#ask(provider, id, known, isRefused).finally(() => this.#running.delete(id));
		this.#running.set(id, refreshed);
		return refreshed;
	}

	async #ask(provider: RefreshableProvider, id: number, known: OAuthTokens, isRefused: boolean): Promise<OAuthTokens> {
		try {
			this.#entries.put(await this.#client.refresh(id, known.access));
			return this.#login(provider, id).tokens;
		} catch (error) {
			if (!(error instanceof BrokerError)) throw error;
			if (error.kind === "ended" || error.kind === "missing") {
				this.#entries.remove(id);
				throw this.#ended(provider, error);
			}
			// A broker that cannot be reached does not make a valid token invalid.
			if (!isRefused && known.expires > this.#now()) return known;
			throw new AuthError(error.kind === "unreachable" ? "unreachable" : "server", error.message, { cause: error });
		}
	}

	#ended(provider: RefreshableProvider, cause?: BrokerError): AuthError {
		const { url } = this.#client.access;
		return new AuthError(
			"invalid-grant",
			`The login to ${provider.name} is no longer at the broker ${url}; log in again there: omp auth-broker login ${provider.id}`,
			{ cause },
		);
	}
}
