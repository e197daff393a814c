import { basename, dirname } from "node:path";
import type { CredentialStore } from "@oh-my-pi/pi-ai/auth/store/credential-store";
import type { StoredLogin } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import type { OAuthTokens } from "@oh-my-pi/pi-ai/model/credential";
import type { Grant, OAuthClient, TokenServer } from "@oh-my-pi/pi-mcp/oauth/authorize";
import { serverLoginPrefix } from "../../../accounts/provider-accounts.ts";
import type { McpServer } from "../../../discovery/capabilities/mcp-servers.ts";

/** A login at an MCP server, with all that is needed to refresh it. */
export interface ServerTokens extends OAuthTokens {
	readonly serverUrl?: string;
	readonly tokenUrl?: string;
	readonly authorizationUrl?: string;
	readonly revocationUrl?: string;
	readonly issuer?: string;
	readonly clientId?: string;
	readonly clientSecret?: string;
	readonly authMethod?: string;
	readonly resource?: string;
	readonly scope?: string;
}

export interface StoredServerLogin extends StoredLogin {
	readonly tokens: ServerTokens;
}

/** The folder of a profile says its name. */
export function detectProfile(agentDir: string): string {
	const parent = dirname(agentDir);
	return basename(dirname(parent)) === "profiles" ? basename(parent) : "default";
}

export function credentialId(profile: string, url: string): string {
	const parsed = URL.parse(url);
	if (parsed) parsed.hash = "";
	return `${serverLoginPrefix}profile:${profile}:${parsed?.href ?? url}`;
}

/** The ids under which the login of a server may be stored, the first one first. */
export function credentialIds({ url, auth, definition }: McpServer, profile: string): string[] {
	// A definition cannot name any other credential.
	const named = auth?.credentialId;
	const derived = url === undefined ? undefined : credentialId(profile, url);
	const isOurs = typeof named === "string" && named.startsWith(serverLoginPrefix);
	const isScoped = isOurs && named.startsWith(`${serverLoginPrefix}profile:`);
	const explicit = isOurs && (!isScoped || named === derived) ? [named] : [];
	const literal = typeof definition === "object" && definition !== null && "url" in definition ? definition.url : "";
	return [
		...new Set([
			...explicit,
			...(derived === undefined ? [] : [derived]),
			...(derived !== undefined && typeof literal === "string" ? [credentialId(profile, literal)] : []),
		]),
	];
}

/** The stored login of a server. One that was made for another host is not for this one, whatever its id says. */
export function findLogin(
	store: CredentialStore,
	ids: readonly string[],
	url: string | undefined,
	options: { readonly includeDisabled?: boolean } = {},
): StoredServerLogin | undefined {
	for (const id of ids) {
		const row = store.list(id, options).find((one): one is StoredServerLogin => one.type === "oauth");
		const place = row?.tokens.serverUrl ?? row?.tokens.resource;
		const isScoped = id.startsWith(`${serverLoginPrefix}profile:`);
		const isFor = url === undefined || (place === undefined ? isScoped : originOf(place) === originOf(url));
		if (row && isFor) return row;
	}
	return undefined;
}

function originOf(url: string): string | undefined {
	return URL.parse(url)?.origin;
}

/** Expiry of tokens whose life is not told. */
const never = 8.64e15;

/** Of a renewal, what it does not tell stays as it was. */
export function buildTokens(grant: Grant, now: number, previous?: ServerTokens): ServerTokens {
	const { access, refresh = previous?.refresh, expiresInSeconds, scope = previous?.scope } = grant;
	return {
		...previous,
		access,
		...(refresh && { refresh }),
		...(scope && { scope }),
		expires: expiresInSeconds === undefined ? never : Math.min(never, now + Math.max(0, expiresInSeconds) * 1000),
	};
}

/** Where and as whom to ask for new tokens; `undefined` for a login that does not say. */
export function tokenClient(tokens: ServerTokens): { server: TokenServer; client: OAuthClient } | undefined {
	const { tokenUrl, clientId, clientSecret, authMethod, issuer, authorizationUrl } = tokens;
	if (!tokenUrl || !clientId || !URL.canParse(tokenUrl)) return undefined;
	const { origin } = new URL(tokenUrl);
	const isKnown = authMethod === "client_secret_basic" || authMethod === "client_secret_post" || authMethod === "none";
	return {
		server: { tokenUrl, issuer: issuer ?? origin, authorizationUrl: authorizationUrl ?? `${origin}/authorize` },
		client: {
			id: clientId,
			...(clientSecret && { secret: clientSecret }),
			authMethod: isKnown ? authMethod : clientSecret ? "client_secret_post" : "none",
		},
	};
}
