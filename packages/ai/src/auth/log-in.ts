import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import { AuthError } from "../errors/auth-error.ts";
import type { OAuthTokens } from "../model/credential.ts";
import type { Login, LoginPorts } from "../model/login.ts";
import { listLogins, type Provider } from "../model/provider.ts";
import type { CheckedKey } from "./flows/key.ts";
import { isAvailable } from "./login-client.ts";
import type { AccountStore } from "./store/account-store.ts";
import type { LazyStore } from "./store/lazy-store.ts";

export type LoginResult =
	| ({ readonly type: "api_key" } & CheckedKey)
	| { readonly type: "oauth"; readonly tokens: OAuthTokens };

/** Stores the result of a login; the same account replaces its old tokens. */
export function storeLogin(provider: Provider, result: LoginResult, store: AccountStore): number {
	const owner = provider.storeCredentialsAs ?? provider.id;
	return result.type === "api_key" ? store.saveKey(owner, result.key) : store.saveLogin(owner, result.tokens);
}

/** Where a login's result will go. With a broker it throws now, not after the user has logged in. */
export async function openForLogin(
	{ id, storeCredentialsAs }: Pick<Provider, "id" | "storeCredentialsAs">,
	store: LazyStore,
): Promise<AccountStore> {
	if (store.remote) throw store.remote.refusal(storeCredentialsAs ?? id, "login");
	return store.openAccounts();
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
	store: () => Promise<AccountStore>,
): Promise<CheckedKey> {
	const accounts = await store();
	const checked = await (await import("./flows/key.ts")).takeKey(provider, key, ports);
	storeLogin(provider, { type: "api_key", ...checked }, accounts);
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
