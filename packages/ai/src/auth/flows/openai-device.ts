import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { AuthError } from "../../errors/auth-error.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { userAgent } from "../../identity.ts";
import type { OAuthTokens } from "../../model/credential.ts";
import type { LoginPorts } from "../../model/login.ts";
import { openaiAccount } from "../accounts/openai.ts";
import { getClient } from "../oauth/client.ts";
import { parseTokens, requestTokens } from "../oauth/token-request.ts";
import { definedOnly } from "./browser.ts";

const server = "https://auth.openai.com";
const limitMs = 15 * 60_000;

/** OpenAI's device login returns an authorization code with its verifier, which is then exchanged as usual. */
export async function openaiDeviceLogin(provider: string, ports: LoginPorts): Promise<OAuthTokens> {
	const client = getClient(provider, ports);
	const started = await post(`${server}/api/accounts/deviceauth/usercode`, { client_id: client.id }, ports);
	const deviceId = nonEmptyString(started?.device_auth_id);
	const userCode = nonEmptyString(started?.user_code) ?? nonEmptyString(started?.usercode);
	if (!deviceId || !userCode) throw new AuthError("server", "OpenAI did not start a device login");
	const page = `${server}/codex/device`;
	ports.show({ url: page, userCode, text: "Enter the code on that page." });
	ports.openBrowser(page);

	const sleep = ports.sleep ?? realSleep;
	const deadline = ports.now() + limitMs;
	const intervalMs = Math.max(1, Number(started?.interval) || 5) * 1000;
	for (;;) {
		await sleep(intervalMs, { signal: ports.signal });
		if (ports.now() >= deadline) throw new AuthError("expired", "The code was not entered in time");
		const granted = await post(
			`${server}/api/accounts/deviceauth/token`,
			{ device_auth_id: deviceId, user_code: userCode },
			ports,
		);
		const code = nonEmptyString(granted?.authorization_code);
		const verifier = nonEmptyString(granted?.code_verifier);
		if (!code || !verifier) continue;
		const response = await requestTokens(
			{ tokenUrl: `${server}/oauth/token` },
			client,
			{
				grant_type: "authorization_code",
				code,
				code_verifier: verifier,
				redirect_uri: `${server}/deviceauth/callback`,
			},
			ports,
		);
		const tokens = parseTokens(response, ports.now());
		return { ...tokens, ...definedOnly(await openaiAccount(tokens, response, ports)) };
	}
}

/** `undefined` until the user has entered the code, which the server reports as 403 or 404. */
async function post(
	url: string,
	body: Record<string, string>,
	ports: LoginPorts,
): Promise<Record<string, unknown> | undefined> {
	const response = await fetchLimited(ports.fetch, url, {
		method: "POST",
		headers: { "content-type": "application/json", "user-agent": userAgent },
		body: JSON.stringify(body),
		redirect: "error",
		signal: ports.signal ?? null,
	});
	if (response.status === 403 || response.status === 404) return undefined;
	if (!response.ok) throw new AuthError("server", `${new URL(url).host} answered ${response.status}`);
	return (await response.json()) as Record<string, unknown>;
}
