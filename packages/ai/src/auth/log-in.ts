import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import { AuthError } from "../errors/auth-error.ts";
import type { OAuthTokens } from "../model/credential.ts";
import type { Login, LoginPorts } from "../model/login.ts";
import { listLogins, type Provider } from "../model/provider.ts";
import type { CheckedKey } from "./flows/key.ts";
import { isAvailable } from "./login-client.ts";
import type { CredentialStore } from "./store/credential-store.ts";

export type LoginResult =
	| ({ readonly type: "api_key" } & CheckedKey)
	| { readonly type: "oauth"; readonly tokens: OAuthTokens };

/** Stores the result of a login; the same account replaces its old tokens. */
export function storeLogin(provider: Provider, result: LoginResult, store: CredentialStore): number {
	const owner = provider.storeCredentialsAs ?? provider.id;
	return result.type === "api_key" ? store.saveKey(owner, result.key) : store.saveLogin(owner, result.tokens);
}

/** Runs one of the provider's logins; the code of each flow is loaded on demand. */
export async function logIn(provider: Provider, ports: LoginPorts, login?: Login): Promise<LoginResult> {
	const chosen = login ?? listLogins(provider).find((way) => isAvailable(provider, way, ports)) ?? provider.logins?.[0];
	if (!chosen) {
		const variables = provider.envVars.length > 0 ? ` Set ${provider.envVars.join(" or ")} instead.` : "";
		throw new AuthError("server", `${provider.name} has no login.${variables}`);
	}
	switch (chosen.kind) {
		case "key":
			return { type: "api_key", ...(await (await import("./flows/key.ts")).keyLogin(provider, chosen, ports)) };
		case "browser":
			return {
				type: "oauth",
				tokens: await (await import("./flows/browser.ts")).browserLogin(provider.id, chosen, ports),
			};
		case "device":
			return {
				type: "oauth",
				tokens: await (await import("./flows/device.ts")).deviceLogin(provider.id, chosen, ports),
			};
		case "custom":
			return { type: "oauth", tokens: await chosen.run(ports) };
		default:
			return assertNever(chosen);
	}
}

/** Checks and stores a key that was pasted without a login. */
export async function storeKey(
	provider: Provider,
	key: string,
	ports: Pick<LoginPorts, "env" | "fetch" | "signal">,
	store: () => Promise<CredentialStore>,
): Promise<CheckedKey> {
	const checked = await (await import("./flows/key.ts")).takeKey(provider, key, ports);
	storeLogin(provider, { type: "api_key", ...checked }, await store());
	return checked;
}

/** What there is to say after a login. */
export function loginWords(provider: Provider, result: LoginResult): string {
	if (result.type === "oauth") {
		const who = result.tokens.email ?? result.tokens.accountId;
		return `Logged in to ${provider.name}${who ? ` as ${who}` : ""}.`;
	}
	if (result.check.kind === "accepted") return `Logged in to ${provider.name}: the key works.`;
	return `Stored the key for ${provider.name}, unverified: ${result.check.why}.`;
}
