import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { AuthError } from "../errors/auth-error.ts";
import type { OAuthTokens } from "../model/credential.ts";
import type { BrowserLogin, DeviceLogin, RefreshPorts } from "../model/login.ts";
import type { Provider } from "../model/provider.ts";
import { definedOnly } from "./flows/browser.ts";
import { withDomain } from "./flows/device.ts";
import { getClient } from "./oauth/client.ts";
import { parseTokens, requestTokens } from "./oauth/token-request.ts";

/** What is needed of a provider to refresh its logins. */
export type RefreshableProvider = Pick<Provider, "id" | "name" | "logins">;

/** For what only adds to tokens that are there. */
const describeLimitMs = 10_000;

/**
 * Exchanges the refresh token for new tokens. `invalid-grant` means that a new login is needed. `store` is called as soon as they
 * are there, since the old ones are worth nothing by then, and again if the provider says more about the account.
 */
export async function refreshTokens(
	provider: RefreshableProvider,
	tokens: OAuthTokens,
	ports: RefreshPorts,
	store: (renewed: OAuthTokens) => void,
): Promise<OAuthTokens> {
	for (const login of provider.logins ?? []) {
		if (login.kind !== "custom" || !login.refresh) continue;
		const renewed = await login.refresh(tokens, ports);
		store(renewed);
		return renewed;
	}
	const login = provider.logins?.find((candidate) => candidate.kind === "browser" || candidate.kind === "device");
	if (!login || !tokens.refresh) {
		throw new AuthError("invalid-grant", `The login to ${provider.name} has ended and cannot be renewed`);
	}
	const domain = login.kind === "device" ? (tokens.enterpriseUrl ?? login.domain) : undefined;
	const response = await requestTokens(
		{ ...login, tokenUrl: withDomain(login.tokenUrl, domain) },
		getClient(provider.id, ports, login.clientIdVariables),
		{ grant_type: "refresh_token", refresh_token: tokens.refresh },
		ports,
	);
	const renewed = parseTokens(response, ports.now(), tokens);
	store(renewed);
	const described = { ...renewed, ...definedOnly(await describe(login, renewed, response, ports)) };
	if (!Bun.deepEquals(described, renewed)) store(described);
	return described;
}

/** The account is already known; failing to read it again must not lose the new tokens. */
async function describe(
	login: BrowserLogin | DeviceLogin,
	tokens: OAuthTokens,
	response: Readonly<Record<string, unknown>>,
	ports: RefreshPorts,
): Promise<Partial<OAuthTokens>> {
	try {
		if (!login.describe) return {};
		const signal = AbortSignal.timeout(describeLimitMs);
		return await raceAbort(login.describe(tokens, response, { ...ports, signal }), signal);
	} catch {
		return {};
	}
}
