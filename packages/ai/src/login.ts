import type { OAuthTokens } from "./credential.ts";
import type { Fetch } from "./fetch.ts";

/** How a user gets a credential for a provider: data for one of the flows in `flows/`. */
export type Login = KeyLogin | BrowserLogin | DeviceLogin | CustomLogin;

/** A key is copied from the provider's page and pasted. */
export interface KeyLogin {
	readonly kind: "key";
	readonly page: string;
}

/** OAuth with PKCE: the browser comes back to a port of this machine, or the user pastes what it shows. */
export interface BrowserLogin extends OAuthLogin {
	readonly kind: "browser";
	readonly authorizeUrl: string;
	readonly scopes: readonly string[];
	readonly callback: { readonly port: number; readonly path: string };
	/** The provider accepts a loopback address with any port, so a taken one can be replaced. */
	readonly anyPort?: boolean;
	readonly authorizeParams?: Readonly<Record<string, string>>;
	/** Names a variable with the whole redirect address, for those who registered their own. */
	readonly redirectVariable?: string;
}

/** OAuth device grant: the user types a code on any device. */
export interface DeviceLogin extends OAuthLogin {
	readonly kind: "device";
	readonly deviceUrl: string;
	readonly scopes: readonly string[];
	/** Where `{domain}` stands in the addresses when the user names no other. */
	readonly domain?: string;
}

/** A flow of the provider's own, or of an extension. */
export interface CustomLogin {
	readonly kind: "custom";
	readonly label: string;
	readonly run: (ports: LoginPorts) => Promise<OAuthTokens>;
	readonly refresh?: (tokens: OAuthTokens, ports: RefreshPorts) => Promise<OAuthTokens>;
}

interface OAuthLogin {
	readonly tokenUrl: string;
	/** Further variables that may hold the client id. */
	readonly clientIdVariables?: readonly string[];
	/** Most servers want a form; some only read JSON. */
	readonly tokenFormat?: "form" | "json";
	/** Refresh this long before the token ends. */
	readonly refreshSkewMs?: number;
	/** Finds out whose account it is, from the server's answer or by asking the provider. */
	readonly describe?: AccountReader;
}

export type TokenResponse = Readonly<Record<string, unknown>>;
export type AccountReader = (
	tokens: OAuthTokens,
	response: TokenResponse,
	ports: RefreshPorts,
) => Promise<Partial<OAuthTokens>>;

/** The registration of omp, or of its user, with an authorization server. */
export interface OAuthClient {
	readonly id: string;
	readonly secret?: string | undefined;
}

export interface RefreshPorts {
	readonly fetch: Fetch;
	readonly now: () => number;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** From the user's configuration, by provider id. */
	readonly clients: Readonly<Record<string, OAuthClient>>;
	readonly signal?: AbortSignal | undefined;
}

/** What a login may ask of whoever shows it. */
export interface LoginPorts extends RefreshPorts {
	/** Shows where to go and, for a device login, which code to type there. */
	readonly show: (step: { url: string; userCode?: string; text: string }) => void;
	/** Best effort; the address is shown as well. */
	readonly openBrowser: (url: string) => void;
	/** `undefined` when the user gives up. */
	readonly ask: (
		question: string,
		options?: { secret?: boolean; signal?: AbortSignal | undefined },
	) => Promise<string | undefined>;
	/** Stands in for real waiting in tests. */
	readonly sleep?: (delayMs: number, options: { signal?: AbortSignal | undefined }) => Promise<void>;
}
