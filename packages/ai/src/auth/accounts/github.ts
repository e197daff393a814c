import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { userAgent } from "../../identity.ts";
import type { AccountReader } from "../../model/login.ts";

export const githubAccount: AccountReader = async (tokens, _response, ports) => {
	const api = tokens.enterpriseUrl ? `https://api.${tokens.enterpriseUrl}` : "https://api.github.com";
	const response = await fetchLimited(ports.fetch, `${api}/user`, {
		headers: { authorization: `Bearer ${tokens.access}`, accept: "application/json", "user-agent": userAgent },
		signal: ports.signal ?? null,
	});
	if (!response.ok) return {};
	const user = (await response.json()) as Record<string, unknown>;
	return { email: nonEmptyString(user.email), accountId: nonEmptyString(user.login) };
};
