import { userAgent } from "../../identity.ts";
import type { KeyLogin, LoginPorts } from "../../login.ts";
import type { Provider } from "../../provider.ts";
import { AuthError } from "../auth-error.ts";

/** Opens the page with the keys, takes the pasted one and validates it with the provider. */
export async function keyLogin(provider: Provider, login: KeyLogin, ports: LoginPorts): Promise<string> {
	ports.show({ url: login.page, text: `Create or copy a key for ${provider.name}.` });
	ports.openBrowser(login.page);
	const answer = await ports.ask(`Key for ${provider.name}:`, { secret: true, signal: ports.signal });
	const key = answer?.trim() ?? "";
	if (key === "") throw new AuthError("cancelled", "The login was cancelled");
	if (/\s/.test(key)) throw new AuthError("invalid-key", "A key has no spaces in it; nothing was stored");
	await checkKey(provider, key, ports);
	return key;
}

/** Only an explicit refusal counts: a host without a model list cannot validate. */
async function checkKey(provider: Provider, key: string, ports: LoginPorts): Promise<void> {
	const url = listUrl(provider, ports.env);
	if (!url) return;
	let status: number;
	try {
		const response = await ports.fetch(url, {
			headers: { ...keyHeaders(provider, key), "user-agent": userAgent },
			signal: AbortSignal.any([AbortSignal.timeout(10_000), ...(ports.signal ? [ports.signal] : [])]),
			redirect: "error",
		});
		status = response.status;
		await response.body?.cancel();
	} catch {
		// Without a response the key is unverified; the first request will tell.
		return;
	}
	if (status === 401 || status === 403) {
		throw new AuthError("invalid-key", `${provider.name} refused the key (${status}); nothing was stored`);
	}
}

function listUrl(provider: Provider, env: LoginPorts["env"]): string | undefined {
	const base = (provider.endpoint?.(env) ?? provider.baseUrl).replace(/\/+$/, "");
	if (base === "" || base.includes("<")) return undefined;
	if (provider.api === "anthropic-messages") return `${base.replace(/\/v1$/, "")}/v1/models`;
	return provider.api === "ollama-chat" ? `${base}/api/tags` : `${base}/models`;
}

function keyHeaders(provider: Provider, key: string): Record<string, string> {
	if (provider.api !== "anthropic-messages") return { authorization: `Bearer ${key}` };
	return { "x-api-key": key, authorization: `Bearer ${key}`, "anthropic-version": "2023-06-01" };
}
