import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { AuthError } from "../../errors/auth-error.ts";
import type { OAuthTokens } from "../../model/credential.ts";
import type { DeviceLogin, LoginPorts, TokenResponse } from "../../model/login.ts";
import { getClient } from "../oauth/client.ts";
import { PendingError, parseTokens, postForm, requestTokens } from "../oauth/token-request.ts";
import { definedOnly } from "./browser.ts";

/** Shows a code to enter on any device and polls the server until that is done. */
export async function deviceLogin(provider: string, login: DeviceLogin, ports: LoginPorts): Promise<OAuthTokens> {
	const client = getClient(provider, ports, login.clientIdVariables);
	const domain = login.domain ? await askDomain(login.domain, ports) : undefined;
	const started = await postForm(
		withDomain(login.deviceUrl, domain),
		{ client_id: client.id, ...(login.scopes.length > 0 && { scope: login.scopes.join(" ") }) },
		ports,
	);
	const deviceCode = nonEmptyString(started.device_code);
	const userCode = nonEmptyString(started.user_code);
	const page = nonEmptyString(started.verification_uri_complete) ?? nonEmptyString(started.verification_uri);
	if (!deviceCode || !userCode || !page) {
		throw new AuthError("server", "The authorization server did not start a device login");
	}
	ports.show({ url: page, userCode, text: "Enter the code on that page." });
	ports.openBrowser(page);

	const response = await pollUntilGranted(
		() =>
			requestTokens(
				{ ...login, tokenUrl: withDomain(login.tokenUrl, domain) },
				client,
				{ grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: deviceCode },
				ports,
			),
		started,
		ports,
	);
	const tokens = {
		...parseTokens(response, ports.now()),
		...(domain && domain !== login.domain && { enterpriseUrl: domain }),
	};
	return { ...tokens, ...definedOnly(await login.describe?.(tokens, response, ports)) };
}

async function askDomain(usual: string, ports: LoginPorts): Promise<string> {
	const answer = await ports.ask(`Domain of your company's server (empty for ${usual}):`);
	if (answer === undefined) throw new AuthError("cancelled", "The login was cancelled");
	const domain = answer
		.trim()
		.replace(/^https?:\/\//, "")
		.replace(/\/.*$/, "")
		.toLowerCase();
	if (domain === "") return usual;
	if (!/^[a-z0-9.-]+(:\d+)?$/.test(domain)) throw new AuthError("mismatch", `"${domain}" is not a domain`);
	return domain;
}

export function withDomain(url: string, domain: string | undefined): string {
	return domain ? url.replace("{domain}", domain) : url;
}

/** Polls at the server's interval, five seconds slower after each `slow_down`, until it expires. */
async function pollUntilGranted(
	ask: () => Promise<TokenResponse>,
	started: TokenResponse,
	ports: LoginPorts,
): Promise<TokenResponse> {
	const sleep = ports.sleep ?? realSleep;
	const seconds = (value: unknown, usual: number) => (typeof value === "number" && value > 0 ? value : usual);
	const deadline = ports.now() + seconds(started.expires_in, 300) * 1000;
	let intervalMs = seconds(started.interval, 5) * 1000;
	for (;;) {
		await sleep(intervalMs, { signal: ports.signal });
		if (ports.now() >= deadline) throw new AuthError("expired", "The code was not entered in time");
		try {
			return await ask();
		} catch (error) {
			if (error instanceof PendingError) {
				if (error.code === "slow_down") intervalMs += 5000;
			} else if (!(error instanceof AuthError && error.kind === "unreachable")) {
				throw error;
			}
			// A temporarily unreachable server does not end the login; the deadline does.
		}
	}
}
