import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { AuthError } from "../../errors/auth-error.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { networkError } from "../../http/network-error.ts";
import { userAgent } from "../../identity.ts";
import type { Exchange } from "../../model/credential.ts";
import { readField } from "../oauth/token-claims.ts";

const address = "https://gitlab.com/api/v4/ai/third_party_agents/direct_access";
const lastsMs = 25 * 60_000;

/** GitLab exchanges an account's token for a short-lived one for its model proxy, with headers to send. */
export const gitlabDuoExchange: Exchange = async (credential, ports) => {
	const response = await fetchLimited(ports.fetch, address, {
		method: "POST",
		headers: {
			authorization: `Bearer ${credential.key}`,
			"content-type": "application/json",
			"user-agent": userAgent,
		},
		body: "{}",
		redirect: "error",
		signal: ports.signal ?? null,
	}).catch((error: unknown) => {
		if (isAbort(error)) throw error;
		throw networkError(address, error);
	});
	if (!response.ok) {
		await response.body?.cancel();
		const refused = response.status === 401 || response.status === 403;
		throw new AuthError(
			refused ? "denied" : "server",
			`${response.status} gitlab.com gave no access to GitLab Duo${refused ? "; is it enabled for the account?" : ""}`,
		);
	}
	const answer: unknown = await response.json();
	const key = nonEmptyString(readField(answer, "token"));
	if (!key) throw new AuthError("server", "gitlab.com answered without a token for GitLab Duo");
	const headers = Object.entries((readField(answer, "headers") ?? {}) as Record<string, unknown>);
	return {
		key,
		headers: Object.fromEntries(headers.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
		expires: ports.now() + lastsMs,
	};
};
