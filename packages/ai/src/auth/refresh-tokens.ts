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

/** Exchanges the refresh token for new tokens. `invalid-grant` means that a new login is needed. */
export async function refreshTokens(
	provider: RefreshableProvider,
	tokens: OAuthTokens,
	ports: RefreshPorts,
): Promise<OAuthTokens> {
	for (const login of provider.logins ?? []) {
		if (login.kind === "custom" && login.refresh) return login.refresh(tokens, ports);
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
	return { ...renewed, ...definedOnly(await describe(login, renewed, response, ports)) };
}

/** The account is already known; failing to read it again must not lose the new tokens. */
async function describe(
	login: BrowserLogin | DeviceLogin,
	tokens: OAuthTokens,
	response: Readonly<Record<string, unknown>>,
	ports: RefreshPorts,
): Promise<Partial<OAuthTokens>> {
	try {
		return (await login.describe?.(tokens, response, ports)) ?? {};
	} catch {
		return {};
	}
}
