import {
	exchangeAuthorization,
	refreshAuthorization,
	selectClientAuthMethod,
	startAuthorization,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { OAuthError as SdkError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { AuthorizationServerMetadata, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { AuthorizationFetch } from "./authorization-fetch.ts";
import { type AuthorizationServer, undiscovered } from "./discover-authorization.ts";
import { cleanWords, OAuthError } from "./oauth-error.ts";

export type AuthMethod = "client_secret_basic" | "client_secret_post" | "none";

/** Who we are at an authorization server. */
export interface OAuthClient {
	readonly id: string;
	readonly secret?: string;
	readonly authMethod: AuthMethod;
}

export interface Grant {
	readonly access: string;
	readonly refresh?: string;
	readonly expiresInSeconds?: number;
	/** What was granted, when the server tells. */
	readonly scope?: string;
}

/** The parts of a server that tokens are asked from again later. */
export type TokenServer = Pick<AuthorizationServer, "issuer" | "authorizationUrl" | "tokenUrl">;

/** A client that was registered before, with the way it is authenticated. */
export function knownClient(
	client: { readonly id: string; readonly secret?: string | undefined; readonly authMethod?: string | undefined },
	{ authMethods }: Pick<AuthorizationServer, "authMethods">,
): OAuthClient {
	const { id, secret, authMethod } = client;
	const information = {
		client_id: id,
		...(secret && { client_secret: secret }),
		...(authMethod && { token_endpoint_auth_method: authMethod }),
	};
	const method = selectClientAuthMethod(information, [...authMethods]);
	return { id, ...(secret && { secret }), authMethod: secret ? (method as AuthMethod) : "none" };
}

/** Registers a client (RFC 7591) for one redirect address. */
export async function registerClient(
	server: AuthorizationServer,
	{ redirectUri, scope }: { readonly redirectUri: string; readonly scope?: string | undefined },
	{ fetch }: AuthorizationFetch,
): Promise<OAuthClient> {
	const { registrationUrl, isAssumed, authMethods } = server;
	const { host } = new URL(registrationUrl ?? server.issuer);
	if (!registrationUrl) {
		throw new OAuthError("refused", `${host} does not register clients; set "oauth": {"clientId": …} for the server`);
	}
	const wanted = ["none", "client_secret_basic", "client_secret_post"].find((method) => authMethods.includes(method));
	const response = await fetch(registrationUrl, {
		method: "POST",
		headers: { "Content-Type": "application/json", Accept: "application/json" },
		body: JSON.stringify({
			client_name: "omp",
			redirect_uris: [redirectUri],
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			token_endpoint_auth_method: wanted ?? "none",
			application_type: "native",
			...(scope && { scope }),
		}),
	});
	const answer = parseObject(await response.text());
	const { client_id: id, client_secret: secret, token_endpoint_auth_method: authMethod } = answer ?? {};
	if (response.ok && typeof id === "string" && id !== "") {
		const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
		return knownClient({ id, secret: text(secret), authMethod: text(authMethod) }, server);
	}
	// Nothing told that there is anything.
	if (isAssumed) throw undiscovered();
	throw refusal(host, answer, response.status, "did not register omp");
}

export interface AuthorizationRequest {
	readonly redirectUri: string;
	readonly state: string;
	readonly scope?: string | undefined;
	readonly resource: string;
	/** For `prompt`, which otherwise is there only when needed. */
	readonly prompt?: string | undefined;
}

/** The page to log in at, with PKCE. */
export async function authorizationPage(
	server: AuthorizationServer,
	client: OAuthClient,
	{ redirectUri, state, scope, resource, prompt }: AuthorizationRequest,
): Promise<{ readonly url: string; readonly codeVerifier: string }> {
	const { authorizationUrl, codeVerifier } = await startAuthorization(server.issuer, {
		metadata: buildMetadata(server),
		clientInformation: { client_id: client.id },
		redirectUrl: redirectUri,
		state,
		resource,
		...(scope && { scope }),
	});
	if (prompt) authorizationUrl.searchParams.set("prompt", prompt);
	return { url: authorizationUrl.href, codeVerifier };
}

export async function redeemCode(
	server: TokenServer,
	client: OAuthClient,
	code: {
		readonly code: string;
		readonly codeVerifier: string;
		readonly redirectUri: string;
		readonly resource: string;
	},
	{ fetch }: AuthorizationFetch,
): Promise<Grant> {
	return tokensFrom(server, [client.secret, code.code, code.codeVerifier], () =>
		exchangeAuthorization(server.issuer, {
			metadata: buildMetadata(server, client),
			clientInformation: informationOf(client),
			authorizationCode: code.code,
			codeVerifier: code.codeVerifier,
			redirectUri: code.redirectUri,
			...(code.resource && { resource: code.resource }),
			fetchFn: fetch,
		}),
	);
}

export async function refreshGrant(
	server: TokenServer,
	client: OAuthClient,
	{ refresh, resource }: { readonly refresh: string; readonly resource?: string | undefined },
	{ fetch }: AuthorizationFetch,
): Promise<Grant> {
	return tokensFrom(server, [client.secret, refresh], () =>
		refreshAuthorization(server.issuer, {
			metadata: buildMetadata(server, client),
			clientInformation: informationOf(client),
			refreshToken: refresh,
			...(resource && { resource }),
			fetchFn: fetch,
		}),
	);
}

/** Tells the authorization server that a token is not needed any more (RFC 7009). */
export async function revokeToken(
	revocationUrl: string,
	client: OAuthClient,
	token: string,
	{ fetch }: AuthorizationFetch,
): Promise<void> {
	const { id, secret = "", authMethod } = client;
	const isBasic = authMethod === "client_secret_basic";
	await fetch(revocationUrl, {
		method: "POST",
		headers: {
			"Content-Type": "application/x-www-form-urlencoded",
			...(isBasic && { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` }),
		},
		body: new URLSearchParams({
			token,
			...(!isBasic && { client_id: id, ...(secret && { client_secret: secret }) }),
		}),
	});
}

async function tokensFrom(
	{ tokenUrl }: TokenServer,
	secrets: ReadonlyArray<string | undefined>,
	ask: () => Promise<OAuthTokens>,
): Promise<Grant> {
	const { host } = new URL(tokenUrl);
	try {
		const { access_token: access, token_type: type, refresh_token: refresh, expires_in, scope } = await ask();
		if (type.toLowerCase() !== "bearer") {
			throw new OAuthError("refused", `${host} gave a token of type "${cleanWords(type)}", not a bearer token`);
		}
		// It goes into a header, and the error of a bad header would show it.
		if (!/^[\x21-\x7e]+$/.test(access)) throw new OAuthError("refused", `${host} gave a token that cannot be sent`);
		return {
			access,
			...(refresh && { refresh }),
			...(expires_in !== undefined && Number.isFinite(expires_in) && { expiresInSeconds: expires_in }),
			...(scope && { scope }),
		};
	} catch (error) {
		if (error instanceof OAuthError || isAbort(error)) throw error;
		if (!(error instanceof SdkError))
			throw new OAuthError("refused", `${host} answered without a token`, { cause: error });
		const { errorCode, message } = error;
		const [, status] = /^HTTP (\d{3}):/.exec(message) ?? [];
		const words = status ? "" : withoutSecrets(cleanWords(message), secrets);
		throw new OAuthError(
			classifyFailure(errorCode, Number(status ?? 400)),
			`${host} answered ${status ?? errorCode}${words ? ` (${words})` : ""}`,
		);
	}
}

function refusal(
	host: string,
	answer: Readonly<Record<string, unknown>> | undefined,
	status: number,
	what: string,
): OAuthError {
	const code = typeof answer?.error === "string" ? cleanWords(answer.error) : String(status);
	const description = typeof answer?.error_description === "string" ? ` (${cleanWords(answer.error_description)})` : "";
	return new OAuthError(classifyFailure(code, status), `${host} ${what}: ${code}${description}`);
}

const ended = new Set(["invalid_grant", "invalid_client", "unauthorized_client", "invalid_token"]);

function classifyFailure(code: string, status: number): OAuthError["kind"] {
	if (ended.has(code) || status === 401) return "ended";
	return status >= 500 || status === 429 ? "unreachable" : "refused";
}

/** A server may repeat what it was sent. */
function withoutSecrets(text: string, secrets: ReadonlyArray<string | undefined>): string {
	return secrets.reduce<string>((clean, secret) => (secret ? clean.replaceAll(secret, "…") : clean), text);
}

function informationOf({ id, secret, authMethod }: OAuthClient) {
	return { client_id: id, ...(secret && { client_secret: secret }), token_endpoint_auth_method: authMethod };
}

function buildMetadata(server: TokenServer, client?: OAuthClient): AuthorizationServerMetadata {
	return {
		issuer: server.issuer,
		authorization_endpoint: server.authorizationUrl,
		token_endpoint: server.tokenUrl,
		response_types_supported: ["code"],
		...(client && { token_endpoint_auth_methods_supported: [client.authMethod] }),
	};
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
