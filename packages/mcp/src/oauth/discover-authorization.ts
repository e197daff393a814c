import { buildDiscoveryUrls } from "@modelcontextprotocol/sdk/client/auth.js";
import { checkResourceAllowed } from "@modelcontextprotocol/sdk/shared/auth-utils.js";
import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { AuthChallenge, Params } from "../server/server-config.ts";
import type { AuthorizationFetch } from "./authorization-fetch.ts";
import { cleanWords, OAuthError } from "./oauth-error.ts";
import { parseChallenge } from "./parse-challenge.ts";

/** An authorization server, as its metadata describes it. */
export interface AuthorizationServer {
	readonly issuer: string;
	readonly authorizationUrl: string;
	readonly tokenUrl: string;
	readonly registrationUrl?: string;
	readonly revocationUrl?: string;
	readonly scopes?: readonly string[];
	/** How clients prove who they are at the token endpoint; empty when not told. */
	readonly authMethods: readonly string[];
	/** A client id may be the address of a document about the client. */
	readonly takesClientUrl: boolean;
	/** Answers of the login name the issuer. */
	readonly namesIssuer: boolean;
	/** Nothing described it: these are the addresses that servers of 2025-03-26 have. */
	readonly isAssumed: boolean;
}

export interface Discovery {
	/** What the token is for. */
	readonly resource: string;
	/** What the resource has; absent when it does not tell. */
	readonly resourceScopes?: readonly string[];
	/** Without it the server of the resource is the authorization server, too. */
	readonly hasResourceMetadata: boolean;
	readonly server: AuthorizationServer;
}

/** Finds out where to log in for a server: RFC 9728, then RFC 8414 or OpenID Connect, then the addresses of 2025-03-26. */
export async function discoverAuthorization(
	serverUrl: string,
	challenge: AuthChallenge | undefined,
	net: AuthorizationFetch,
): Promise<Discovery> {
	const metadata = await resourceMetadata(serverUrl, parseChallenge(challenge?.wwwAuthenticate).resourceMetadata, net);
	const named = textsOf(metadata?.authorization_servers)?.[0] ?? challenge?.authServer;
	const server = named === undefined ? await legacyServer(serverUrl, net) : await authorizationServer(named, net);
	if (!server) throw undiscovered();
	for (const url of [server.authorizationUrl, server.tokenUrl]) await net.policy.check(url);
	const resourceScopes = textsOf(metadata?.scopes_supported);
	return {
		resource: metadata ? String(metadata.resource) : buildResourceUrl(serverUrl).href,
		hasResourceMetadata: metadata !== undefined,
		...(resourceScopes && { resourceScopes }),
		server,
	};
}

export function undiscovered(): OAuthError {
	return new OAuthError("undiscovered", "Could not discover OAuth endpoints from server response.");
}

function buildResourceUrl(serverUrl: string): URL {
	const url = new URL(serverUrl);
	url.hash = "";
	url.username = "";
	url.password = "";
	return url;
}

async function resourceMetadata(
	serverUrl: string,
	named: string | undefined,
	net: AuthorizationFetch,
): Promise<Params | undefined> {
	const url = buildResourceUrl(serverUrl);
	const wellKnown = (path: string) => new URL(`/.well-known/oauth-protected-resource${path}`, url).href;
	const usual = [`${wellKnown(url.pathname.replace(/\/$/, ""))}${url.search}`, wellKnown("")];
	for (const address of new Set([...(named === undefined ? [] : [named]), ...usual])) {
		const found = await readJson(address, net);
		if (typeof found?.resource !== "string" || !URL.canParse(found.resource)) continue;
		if (!checkResourceAllowed({ requestedResource: withSlash(url), configuredResource: found.resource })) {
			throw new OAuthError("unsafe", `its metadata is for ${cleanWords(found.resource)}, not for ${url.href}`);
		}
		return found;
	}
	return undefined;
}

/** Whether the last slash is written is not another resource. */
function withSlash(url: URL): URL {
	const changed = new URL(url);
	if (!changed.pathname.endsWith("/")) changed.pathname += "/";
	return changed;
}

async function authorizationServer(issuer: string, net: AuthorizationFetch): Promise<AuthorizationServer | undefined> {
	await net.policy.check(issuer);
	for (const { url } of buildDiscoveryUrls(issuer)) {
		const found = parseServer(await readJson(url.href, net));
		if (!found) continue;
		if (!isIssuer(found.issuer, issuer)) {
			const [claimed, asked] = [cleanWords(found.issuer), cleanWords(issuer)];
			throw new OAuthError("unsafe", `the authorization server ${asked} says that it is ${claimed}`);
		}
		return found;
	}
	return undefined;
}

/** Without metadata of the resource, its host is the authorization server. */
async function legacyServer(serverUrl: string, net: AuthorizationFetch): Promise<AuthorizationServer> {
	const url = new URL(serverUrl);
	const parent = new URL(".", url.href.replace(/\/$/, "")).pathname;
	for (const path of new Set(["/", parent, url.pathname])) {
		const found = await authorizationServer(`${url.origin}${path}`, net);
		if (found) return found;
	}
	for (const path of ["/oauth/metadata", "/.mcp/auth"]) {
		const found = parseServer(await readJson(`${url.origin}${path}`, net));
		if (found && isIssuer(found.issuer, url.origin)) return found;
	}
	return {
		issuer: url.origin,
		authorizationUrl: `${url.origin}/authorize`,
		tokenUrl: `${url.origin}/token`,
		registrationUrl: `${url.origin}/register`,
		authMethods: [],
		takesClientUrl: false,
		namesIssuer: false,
		isAssumed: true,
	};
}

/** On the same host, where one owner may have several, or below it: whoever owns a name owns those below it. */
function isIssuer(claimed: string, asked: string): boolean {
	const [one, other] = [URL.parse(claimed), URL.parse(asked)];
	if (!one || !other) return false;
	return (
		one.origin === other.origin || (one.protocol === other.protocol && one.hostname.endsWith(`.${other.hostname}`))
	);
}

function parseServer(metadata: Params | undefined): AuthorizationServer | undefined {
	const text = (key: string) => {
		const value = metadata?.[key];
		return typeof value === "string" && value !== "" ? value : undefined;
	};
	const [issuer, authorizationUrl, tokenUrl] = ["issuer", "authorization_endpoint", "token_endpoint"].map(text);
	if (!metadata || !issuer || !authorizationUrl || !tokenUrl) return undefined;
	const lacks = (key: string, needed: string) => textsOf(metadata[key])?.includes(needed) === false;
	if (lacks("response_types_supported", "code") || lacks("code_challenge_methods_supported", "S256")) {
		throw new OAuthError("refused", `${cleanWords(issuer)} does not support logins with a code and PKCE (S256)`);
	}
	const registrationUrl = text("registration_endpoint");
	const revocationUrl = text("revocation_endpoint");
	const scopes = textsOf(metadata.scopes_supported);
	return {
		issuer,
		authorizationUrl,
		tokenUrl,
		...(registrationUrl && { registrationUrl }),
		...(revocationUrl && { revocationUrl }),
		...(scopes && { scopes }),
		authMethods: textsOf(metadata.token_endpoint_auth_methods_supported) ?? [],
		takesClientUrl: metadata.client_id_metadata_document_supported === true,
		namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
		isAssumed: false,
	};
}

function textsOf(value: unknown): string[] | undefined {
	return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : undefined;
}

/** What is not there, or is no JSON, is nothing; an address that must not be asked is an error. */
async function readJson(address: string, { fetch }: AuthorizationFetch): Promise<Params | undefined> {
	const headers = { Accept: "application/json", "MCP-Protocol-Version": LATEST_PROTOCOL_VERSION };
	let response = await fetch(address, { headers });
	for (let followed = 0; followed < maxRedirects && resolveRedirect(response, address); followed++) {
		response = await fetch(resolveRedirect(response, address) ?? address, { headers });
	}
	if (!response.ok) return undefined;
	try {
		const value: unknown = JSON.parse(await response.text());
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

const maxRedirects = 3;

/** Metadata may have moved within its origin only. */
function resolveRedirect({ status, headers }: Response, address: string): string | undefined {
	const target = status >= 300 && status < 400 ? URL.parse(headers.get("location") ?? "", address) : null;
	return target?.origin === new URL(address).origin ? target.href : undefined;
}
