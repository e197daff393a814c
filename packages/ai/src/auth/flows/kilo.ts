import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { AuthError } from "../../errors/auth-error.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { userAgent } from "../../identity.ts";
import type { OAuthTokens } from "../../model/credential.ts";
import type { LoginPorts } from "../../model/login.ts";

const codes = "https://api.kilo.ai/api/device-auth/codes";
const yearMs = 365 * 24 * 3600_000;

/** Kilo's device login has no clients: a code is created, approved on its page, and yields a token. */
export async function kiloLogin(ports: LoginPorts): Promise<OAuthTokens> {
	const headers = { "content-type": "application/json", "user-agent": userAgent };
	const call = (url: string, method: string) =>
		fetchLimited(ports.fetch, url, { method, headers, redirect: "error", signal: ports.signal ?? null });
	const response = await call(codes, "POST");
	if (!response.ok) throw new AuthError("server", `api.kilo.ai answered ${response.status}`);
	const started = (await response.json()) as Record<string, unknown>;
	const code = nonEmptyString(started.code);
	const page = nonEmptyString(started.verificationUrl);
	if (!code || !page) throw new AuthError("server", "Kilo did not start a login");
	ports.show({ url: page, userCode: code, text: "Approve the code on that page." });
	ports.openBrowser(page);

	const sleep = ports.sleep ?? realSleep;
	const deadline = ports.now() + (Number(started.expiresIn) || 600) * 1000;
	for (;;) {
		await sleep(3000, { signal: ports.signal });
		if (ports.now() >= deadline) throw new AuthError("expired", "The code was not approved in time");
		const polled = await call(`${codes}/${encodeURIComponent(code)}`, "GET");
		if (polled.status === 403) throw new AuthError("denied", "The login was denied");
		if (polled.status === 410) throw new AuthError("expired", "The code was not approved in time");
		if (polled.status !== 200) continue;
		const granted = (await polled.json()) as Record<string, unknown>;
		const access = nonEmptyString(granted.token);
		if (access) return { access, expires: ports.now() + yearMs, email: nonEmptyString(granted.userEmail) };
	}
}
