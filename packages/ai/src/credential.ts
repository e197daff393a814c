import type { Fetch } from "./fetch.ts";

/** What an OAuth server gave, with whose account it is. */
export interface OAuthTokens {
	readonly access: string;
	readonly refresh?: string | undefined;
	/** Milliseconds since the epoch. */
	readonly expires: number;
	readonly email?: string | undefined;
	readonly accountId?: string | undefined;
	readonly projectId?: string | undefined;
	readonly orgId?: string | undefined;
	readonly enterpriseUrl?: string | undefined;
}

/** A key and where it came from, so that a wrong one can be named without being shown. */
export interface Credential {
	/** Empty for a cloud that signs requests from its own configuration. */
	readonly key: string;
	readonly source: string;
	/** The stored row it came from. */
	readonly storedId?: number;
	/** The account, for people. */
	readonly account?: string;
	readonly tokens?: OAuthTokens;
}

/** What goes out in place of the credential itself, for a while. */
export interface ExchangedKey {
	readonly key: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly expires: number;
}

export type Exchange = (
	credential: Credential,
	ports: { fetch: Fetch; now: () => number; signal?: AbortSignal | undefined },
) => Promise<ExchangedKey>;
