import type { AccountStore } from "@oh-my-pi/pi-ai/auth/store/account-store";
import type { StoredCredential } from "@oh-my-pi/pi-ai/auth/store/stored-credential";

/** How the ids of logins at MCP servers begin. They are kept with those of providers, and have their own commands. */
export const serverLoginPrefix = "mcp_oauth:";

/** The keys and logins of model providers. */
export function providerAccounts(
	store: AccountStore | undefined,
	options: { readonly includeDisabled?: boolean } = {},
): readonly StoredCredential[] {
	return store?.list(undefined, options).filter(({ provider }) => !provider.startsWith(serverLoginPrefix)) ?? [];
}
