import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import type { OAuthTokens } from "../../credential.ts";
import type { BrowserLogin, LoginPorts } from "../../login.ts";
import { AuthError } from "../auth-error.ts";
import { type CallbackListener, listenForCallback } from "../oauth/callback-listener.ts";
import { getClient } from "../oauth/client.ts";
import { codeFromPaste } from "../oauth/pasted-code.ts";
import { createPkce, randomToken } from "../oauth/pkce.ts";
import { requestTokens, tokensOf } from "../oauth/token-request.ts";

const limitMs = 5 * 60_000;

/** Opens the provider's page and waits for the callback, or for the pasted code. */
export async function browserLogin(provider: string, login: BrowserLogin, ports: LoginPorts): Promise<OAuthTokens> {
	const client = getClient(provider, ports, login.clientIdVariables);
	const pkce = createPkce();
	const state = randomToken();
	await using listener = startListener(login, state);
	const redirectUri = redirectUriOf(login, ports, listener?.port ?? login.callback.port);
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
	const tokens = tokensOf(response, ports.now());
	return { ...tokens, ...definedOnly(await login.describe?.(tokens, response, ports)) };
}

function startListener(login: BrowserLogin, state: string): CallbackListener | undefined {
	const { port, path } = login.callback;
	return (
		listenForCallback({ port, path, state }) ??
		(login.anyPort ? listenForCallback({ port: 0, path, state }) : undefined)
	);
}

function redirectUriOf(login: BrowserLogin, ports: LoginPorts, port: number): string {
	const own = login.redirectVariable ? ports.env[login.redirectVariable] : undefined;
	return own || `http://localhost:${port}${login.callback.path}`;
}

async function waitForCode(
	listener: CallbackListener | undefined,
	expected: { state: string; redirectUri: string },
	ports: LoginPorts,
): Promise<string> {
	const finished = new AbortController();
	const signal = ports.signal ? AbortSignal.any([finished.signal, ports.signal]) : finished.signal;
	try {
		return await Promise.race([
			limit(ports, signal),
			pastedCode(expected, ports, signal),
			...(listener ? [listener.code] : []),
		]);
	} finally {
		finished.abort();
	}
}

/** Rejects on timeout or abort. */
async function limit(ports: LoginPorts, signal: AbortSignal): Promise<never> {
	await (ports.sleep ?? realSleep)(limitMs, { signal });
	throw new AuthError("expired", "The login was not completed within 5 minutes");
}

/** Asks until the input is valid. */
async function pastedCode(
	expected: { state: string; redirectUri: string },
	ports: LoginPorts,
	signal: AbortSignal,
): Promise<string> {
	let question = "Or paste the address or the code here:";
	for (;;) {
		const answer = await ports.ask(question, { signal });
		// The code arrived through the callback, or the time is up; the race is already decided.
		if (signal.aborted) return new Promise(() => {});
		if (answer === undefined) throw new AuthError("cancelled", "The login was cancelled");
		try {
			return codeFromPaste(answer, expected);
		} catch (error) {
			if (!(error instanceof AuthError)) throw error;
			question = `${error.message} Paste the address or the code:`;
		}
	}
}

export function definedOnly<T extends object>(facts: T | undefined): Partial<T> {
	return Object.fromEntries(Object.entries(facts ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}
