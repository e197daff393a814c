import type { OAuthTokens } from "../../model/credential.ts";
import type { BrowserLogin, LoginPorts } from "../../model/login.ts";
import { type CallbackListener, listenForCallback } from "../oauth/callback-listener.ts";
import { getClient } from "../oauth/client.ts";
import { createPkce, randomToken } from "../oauth/pkce.ts";
import { parseTokens, requestTokens } from "../oauth/token-request.ts";
import { waitForCode } from "../oauth/wait-for-code.ts";

/** Opens the provider's page and waits for the callback, or for the pasted code. */
export async function browserLogin(provider: string, login: BrowserLogin, ports: LoginPorts): Promise<OAuthTokens> {
	const client = getClient(provider, ports, login.clientIdVariables);
	const pkce = createPkce();
	const state = randomToken();
	await using listener = startListener(login, state);
	const redirectUri = buildRedirectUri(login, ports, listener?.port ?? login.callback.port);
	const url = new URL(login.authorizeUrl);
	const params = {
		...login.authorizeParams,
		response_type: "code",
		client_id: client.id,
		redirect_uri: redirectUri,
		scope: login.scopes.join(" "),
		state,
		code_challenge: pkce.challenge,
		code_challenge_method: "S256",
	};
	for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
	ports.show({
		url: url.href,
		text: listener
			? "Complete the login in your browser."
			: `Port ${login.callback.port} is in use, so paste the address your browser ends at.`,
	});
	ports.openBrowser(url.href);

	const code = await waitForCode(listener, { state, redirectUri }, ports);
	const response = await requestTokens(
		login,
		client,
		{
			grant_type: "authorization_code",
			code,
			redirect_uri: redirectUri,
			code_verifier: pkce.verifier,
			// Servers that read JSON want the state, too; others would reject an unknown parameter.
			...(login.tokenFormat === "json" && { state }),
		},
		ports,
	);
	const tokens = parseTokens(response, ports.now());
	return { ...tokens, ...definedOnly(await login.describe?.(tokens, response, ports)) };
}

function startListener(login: BrowserLogin, state: string): CallbackListener | undefined {
	const { port, path } = login.callback;
	return (
		listenForCallback({ port, path, state }) ??
		(login.anyPort ? listenForCallback({ port: 0, path, state }) : undefined)
	);
}

function buildRedirectUri(login: BrowserLogin, ports: LoginPorts, port: number): string {
	const configuredUri = login.redirectVariable ? ports.env[login.redirectVariable] : undefined;
	return configuredUri || `http://localhost:${port}${login.callback.path}`;
}

export function definedOnly<T extends object>(facts: T | undefined): Partial<T> {
	return Object.fromEntries(Object.entries(facts ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}
