import type { Fetch } from "../fetch.ts";
import type { OAuthTokens } from "./credential.ts";

/** How a user gets a credential for a provider: data for one of the flows in `auth/flows/`. */
export type Login = KeyLogin | BrowserLogin | DeviceLogin | CustomLogin;

/** A key is copied from the provider's page and pasted. */
export interface KeyLogin {
	readonly kind: "key";
	/** Where keys are made, if that is known. */
	readonly page?: string;
}

/** OAuth with PKCE: the browser is redirected to a local port, or the user pastes the code. */
export interface BrowserLogin extends OAuthLogin {
	readonly kind: "browser";
	readonly authorizeUrl: string;
	readonly scopes: readonly string[];
	readonly callback: { readonly port: number; readonly path: string };
	/** The provider accepts a loopback address with any port. */
	readonly anyPort?: boolean;
	readonly authorizeParams?: Readonly<Record<string, string>>;
	/** A variable with the whole redirect URL, for users with their own registration. */
	readonly redirectVariable?: string;
}

/** OAuth device grant: the user enters a code on any device. */
export interface DeviceLogin extends OAuthLogin {
	readonly kind: "device";
	readonly deviceUrl: string;
	readonly scopes: readonly string[];
	/** Default for `{domain}` in the URLs. */
	readonly domain?: string;
}

/** A custom flow of a provider or extension. */
export interface CustomLogin {
	readonly kind: "custom";
	readonly label: string;
	/** It does not work without an OAuth client. */
	readonly needsClient?: true;
	readonly run: (ports: LoginPorts) => Promise<OAuthTokens>;
	readonly refresh?: (tokens: OAuthTokens, ports: RefreshPorts) => Promise<OAuthTokens>;
}

interface OAuthLogin {
	readonly tokenUrl: string;
	/** More variables that may have the client id. */
	readonly clientIdVariables?: readonly string[];
	/** Most servers expect a form; some only JSON. */
	readonly tokenFormat?: "form" | "json";
	/** Refresh this long before expiry. */
	readonly refreshSkewMs?: number;
	/** Determines the account, from the token response or by asking the provider. */
	readonly describe?: AccountReader;
}

export type TokenResponse = Readonly<Record<string, unknown>>;
export type AccountReader = (
	tokens: OAuthTokens,
	response: TokenResponse,
	ports: RefreshPorts,
) => Promise<Partial<OAuthTokens>>;

/** A client registration with an authorization server. */
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

/** What a login needs from the user interface. */
export interface LoginPorts extends RefreshPorts {
	/** Shows the URL and, for a device login, the code to enter. */
	readonly show: (step: { url: string; userCode?: string; text: string }) => void;
	/** Best effort; the URL is shown, too. */
	readonly openBrowser: (url: string) => void;
	/** `undefined` when the user cancels. */
	readonly ask: (
		question: string,
		options?: { secret?: boolean; signal?: AbortSignal | undefined },
	) => Promise<string | undefined>;
	/** Replaces real delays in tests. */
	readonly sleep?: (delayMs: number, options: { signal?: AbortSignal | undefined }) => Promise<void>;
}
