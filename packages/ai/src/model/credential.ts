import type { Fetch } from "../fetch.ts";

/** Tokens of an OAuth server, with the account. */
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

/** A key and its source, so that errors can name it without showing it. */
export interface Credential {
	/** Empty for a cloud that signs requests. */
	readonly key: string;
	readonly source: string;
	/** The stored row. */
	readonly storedId?: number;
	/** Displayable name of the account. */
	readonly account?: string;
	readonly tokens?: OAuthTokens;
}

/** The temporary key that is sent instead of the credential. */
export interface ExchangedKey {
	readonly key: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly expires: number;
}

export type Exchange = (
	credential: Credential,
	ports: { fetch: Fetch; now: () => number; signal?: AbortSignal | undefined },
) => Promise<ExchangedKey>;
