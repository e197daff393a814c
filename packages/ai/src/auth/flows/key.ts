import { AuthError } from "../../errors/auth-error.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { userAgent } from "../../identity.ts";
import type { KeyLogin, LoginPorts } from "../../model/login.ts";
import type { Provider } from "../../model/provider.ts";

/** What the provider said about a key. */
export type KeyCheck =
	| { readonly kind: "accepted" }
	/** Nobody could say: no model list, or no connection. */
	| { readonly kind: "unverified"; readonly why: string };

export interface CheckedKey {
	readonly key: string;
	readonly check: KeyCheck;
}

/** Opens the page with the keys, takes the pasted one and checks it with the provider. */
export async function keyLogin(provider: Provider, login: KeyLogin, ports: LoginPorts): Promise<CheckedKey> {
	if (login.page !== undefined) {
		ports.show({ url: login.page, text: `Create or copy a key for ${provider.name}.` });
		ports.openBrowser(login.page);
	}
	const answer = await ports.ask(`Key for ${provider.name}:`, { secret: true, signal: ports.signal });
	return takeKey(provider, answer ?? "", ports);
}

/** Checks a key with the provider; throws when it is none or was refused. */
export async function takeKey(
	provider: Provider,
	input: string,
	ports: Pick<LoginPorts, "env" | "fetch" | "signal">,
): Promise<CheckedKey> {
	const key = input.trim();
	if (key === "") throw new AuthError("cancelled", "The login was cancelled");
	if (/\s/.test(key)) throw new AuthError("invalid-key", "A key has no spaces in it; nothing was stored");
	return { key, check: await checkKey(provider, key, ports) };
}

/** Asks for the list of models, which costs nothing. Only an explicit refusal counts as one. */
async function checkKey(
	provider: Provider,
	key: string,
	ports: Pick<LoginPorts, "env" | "fetch" | "signal">,
): Promise<KeyCheck> {
	const url = listUrl(provider, ports.env);
	if (!url) return { kind: "unverified", why: `${provider.name} has nothing to check it with` };
	let status: number;
	let body = "";
	try {
		const response = await fetchLimited(ports.fetch, url, {
			headers: { ...keyHeaders(provider, key), "user-agent": userAgent },
			signal: AbortSignal.any([AbortSignal.timeout(10_000), ...(ports.signal ? [ports.signal] : [])]),
			redirect: "error",
		});
		status = response.status;
		if (status === 400) body = await response.text();
		else await response.body?.cancel();
	} catch {
		// Without a response the key is unverified; the first request will tell.
		return { kind: "unverified", why: `${provider.name} could not be reached` };
	}
	// Google answers 400 to a wrong key.
	if (status === 401 || status === 403 || (status === 400 && /key/i.test(body))) {
		throw new AuthError("invalid-key", `${provider.name} refused the key (${status}); nothing was stored`);
	}
	if (status >= 200 && status < 300) return { kind: "accepted" };
	return { kind: "unverified", why: `${provider.name} answered ${status}` };
}

function listUrl(provider: Provider, env: LoginPorts["env"]): string | undefined {
	const base = (provider.endpoint?.(env) ?? provider.baseUrl).replace(/\/+$/, "");
	if (base === "" || base.includes("<")) return undefined;
	if (provider.api === "anthropic-messages") return `${base.replace(/\/v1$/, "")}/v1/models`;
	return provider.api === "ollama-chat" ? `${base}/api/tags` : `${base}/models`;
}

function keyHeaders(provider: Provider, key: string): Record<string, string> {
	if (provider.api === "google-generative-ai") return { "x-goog-api-key": key };
	if (provider.api !== "anthropic-messages") return { authorization: `Bearer ${key}` };
	return { "x-api-key": key, authorization: `Bearer ${key}`, "anthropic-version": "2023-06-01" };
}
