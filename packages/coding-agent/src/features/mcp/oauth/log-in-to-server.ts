import { type CallbackListener, listenForCallback } from "@oh-my-pi/pi-ai/auth/oauth/callback-listener";
import { randomToken } from "@oh-my-pi/pi-ai/auth/oauth/pkce";
import { waitForCode } from "@oh-my-pi/pi-ai/auth/oauth/wait-for-code";
import { AuthError } from "@oh-my-pi/pi-ai/errors/auth-error";
import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import { type AuthorizationFetch, authorizationFetch } from "@oh-my-pi/pi-mcp/oauth/authorization-fetch";
import {
	authorizationPage,
	knownClient,
	type OAuthClient,
	redeemCode,
	registerClient,
} from "@oh-my-pi/pi-mcp/oauth/authorize";
import { type AuthorizationServer, discoverAuthorization } from "@oh-my-pi/pi-mcp/oauth/discover-authorization";
import { OAuthError } from "@oh-my-pi/pi-mcp/oauth/oauth-error";
import type { AuthChallenge } from "@oh-my-pi/pi-mcp/server/server-config";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { chooseScope } from "./choose-scope.ts";
import { type Callback, resolveCallback, type ServerOAuth } from "./server-oauth.ts";
import { buildTokens, type ServerTokens } from "./server-tokens.ts";

export interface LoginTarget {
	readonly oauth: ServerOAuth;
	/** What the server refused us with; it is asked when this is not known. */
	readonly challenge?: AuthChallenge | undefined;
	/** The login there is already. */
	readonly known?: ServerTokens | undefined;
}

/** Logs in at the authorization server of an MCP server. Failures are `AuthError`s with words for the user. */
export async function logInToServer(target: LoginTarget, ports: LoginPorts): Promise<ServerTokens> {
	try {
		return await authorize(target, ports);
	} catch (error) {
		if (ports.signal?.aborted || isAbort(error)) throw error;
		if (error instanceof AuthError && error.kind === "cancelled") throw error;
		if (error instanceof AuthError && error.kind === "expired") {
			throw new AuthError("expired", "OAuth flow timed out. Please try again.", { cause: error });
		}
		if (error instanceof OAuthError && error.kind === "undiscovered") {
			throw new AuthError("server", error.message, { cause: error });
		}
		const kind = error instanceof AuthError ? error.kind : "server";
		const why = errorMessage(error);
		throw new AuthError(kind, `OAuth authentication failed: ${why}`, { cause: error });
	}
}

async function authorize({ oauth, challenge, known }: LoginTarget, ports: LoginPorts): Promise<ServerTokens> {
	const { url } = oauth;
	const net = authorizationFetch({
		serverUrl: url,
		signal: ports.signal,
		fetch: (to, init) => ports.fetch(String(to), init ?? {}),
	});
	const asked = challenge ?? (await askForChallenge(oauth, ports));
	const found = await discoverAuthorization(url, asked, net);
	const { server, resource } = found;
	const scope = chooseScope(found, { configured: oauth.scopes, challenge: asked, granted: known?.scope });
	const expected = { state: randomToken(), check: issuerCheck(server) };
	const shortcut = `/launch?${randomToken(6)}`;
	const place = resolveCallback(oauth);
	let pageUrl: string | undefined;
	await using listener = listen(place, { ...expected, shortcut: { path: shortcut, target: () => pageUrl } });
	const redirectUri = place.redirectUri(listener?.port ?? place.port ?? 0);
	const client = await chooseClient({ oauth, server, scope, redirectUri }, net);
	const page = await authorizationPage(server, client, {
		...expected,
		redirectUri,
		scope,
		resource,
		prompt: oauth.prompt,
	});
	pageUrl = (await net.policy.check(page.url)).href;
	const { host } = new URL(pageUrl);
	ports.show({
		url: pageUrl,
		text: listener
			? `Log in at ${host} in your browser. On this machine http://localhost:${listener.port}${shortcut} leads there, too.`
			: `Log in at ${host} in your browser, and paste the address where it ends.`,
	});
	ports.openBrowser(pageUrl);
	const code = await waitForCode(listener, { ...expected, redirectUri }, ports);
	const grant = await redeemCode(server, client, { code, codeVerifier: page.codeVerifier, redirectUri, resource }, net);
	return {
		...buildTokens({ ...(scope && { scope }), ...grant }, ports.now()),
		serverUrl: url,
		issuer: server.issuer,
		authorizationUrl: server.authorizationUrl,
		tokenUrl: server.tokenUrl,
		...(server.revocationUrl && { revocationUrl: server.revocationUrl }),
		clientId: client.id,
		...(client.secret && { clientSecret: client.secret }),
		authMethod: client.authMethod,
		resource,
	};
}

const askLimitMs = 10_000;

/** What the server says to somebody who is not logged in. */
async function askForChallenge({ url, transport }: ServerOAuth, ports: LoginPorts): Promise<AuthChallenge | undefined> {
	const limit = AbortSignal.timeout(askLimitMs);
	const clientInfo = { name: "omp-coding-agent", version: "1.0.0" };
	const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
	const init =
		transport === "sse"
			? { headers: { Accept: "text/event-stream" } }
			: {
					method: "POST",
					headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
					body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
				};
	try {
		const signal = ports.signal ? AbortSignal.any([ports.signal, limit]) : limit;
		const response = await ports.fetch(url, { ...init, redirect: "manual", signal });
		await response.body?.cancel();
		const { status, headers } = response;
		if (status !== 401 && status !== 403) return undefined;
		const wwwAuthenticate = headers.get("www-authenticate");
		const authServer = headers.get("mcp-auth-server");
		return { status, url, ...(wwwAuthenticate && { wwwAuthenticate }), ...(authServer && { authServer }) };
	} catch (error) {
		ports.signal?.throwIfAborted();
		if (limit.aborted) return undefined;
		throw new OAuthError("unreachable", `${new URL(url).host} is unreachable`, { cause: error });
	}
}

/** RFC 9207: the answer must come from the server that was asked. */
function issuerCheck({ issuer, namesIssuer }: AuthorizationServer): (params: URLSearchParams) => string | undefined {
	return (params) => {
		const issuers = params.getAll("iss");
		if (issuers.length === 0) return namesIssuer ? "The answer does not say which server it is from." : undefined;
		return issuers.length === 1 && issuers[0] === issuer
			? undefined
			: "The answer is from another authorization server.";
	};
}

function listen(
	{ port, path, anyPort }: Callback,
	options: Pick<Parameters<typeof listenForCallback>[0], "state" | "check" | "shortcut">,
): CallbackListener | undefined {
	if (port === undefined) return undefined;
	return (
		listenForCallback({ ...options, port, path }) ??
		(anyPort ? listenForCallback({ ...options, port: 0, path }) : undefined)
	);
}

interface ClientChoice {
	readonly oauth: ServerOAuth;
	readonly server: AuthorizationServer;
	readonly scope: string | undefined;
	readonly redirectUri: string;
}

/** The configured client, else a new registration: the last one may be gone, which only the browser would show, or allow too little. */
async function chooseClient(choice: ClientChoice, net: AuthorizationFetch): Promise<OAuthClient> {
	const { oauth, server, scope, redirectUri } = choice;
	const { clientId, clientSecret } = oauth;
	const isDocument = clientId !== undefined && URL.parse(clientId)?.protocol === "https:";
	// The address of a client metadata document is an id only where the server reads such documents.
	if (clientId !== undefined && (!isDocument || server.takesClientUrl)) {
		return knownClient({ id: clientId, secret: clientSecret }, server);
	}
	return registerClient(server, { redirectUri, scope }, net);
}
