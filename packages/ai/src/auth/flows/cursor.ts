import { sleep as realSleep } from "@oh-my-pi/pi-utils/abort";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { AuthError } from "../../errors/auth-error.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { userAgent } from "../../identity.ts";
import type { OAuthTokens } from "../../model/credential.ts";
import type { LoginPorts } from "../../model/login.ts";
import { createPkce } from "../oauth/pkce.ts";
import { decodeClaims } from "../oauth/token-claims.ts";

const limitMs = 5 * 60_000;

/** Cursor's login page gets a challenge, and the token is fetched with its verifier. */
export async function cursorLogin(ports: LoginPorts): Promise<OAuthTokens> {
	const pkce = createPkce();
	const uuid = crypto.randomUUID();
	const page = new URL("https://cursor.com/loginDeepControl");
	page.search = new URLSearchParams({ challenge: pkce.challenge, uuid, mode: "login" }).toString();
	ports.show({ url: page.href, text: "Complete the login in your browser." });
	ports.openBrowser(page.href);

	const poll = new URL("https://api2.cursor.sh/auth/poll");
	poll.search = new URLSearchParams({ uuid, verifier: pkce.verifier }).toString();
	const sleep = ports.sleep ?? realSleep;
	const deadline = ports.now() + limitMs;
	for (;;) {
		await sleep(2000, { signal: ports.signal });
		if (ports.now() >= deadline) throw new AuthError("expired", "The login was not completed within 5 minutes");
		const response = await fetchLimited(ports.fetch, poll.href, {
			headers: { "user-agent": userAgent },
			redirect: "error",
			signal: ports.signal ?? null,
		});
		if (response.status === 404) continue;
		if (!response.ok) throw new AuthError("server", `api2.cursor.sh answered ${response.status}`);
		const granted = (await response.json()) as Record<string, unknown>;
		const access = nonEmptyString(granted.accessToken);
		if (!access) throw new AuthError("server", "Cursor answered without an access token");
		const { exp, sub } = decodeClaims(access);
		return {
			access,
			...(nonEmptyString(granted.refreshToken) && { refresh: nonEmptyString(granted.refreshToken) }),
			expires: typeof exp === "number" ? exp * 1000 : ports.now() + 3600_000,
			accountId: nonEmptyString(sub),
		};
	}
}
