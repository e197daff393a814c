import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import type { OAuthTokens } from "../credential.ts";
import type { Login, LoginPorts } from "../login.ts";
import type { Provider } from "../provider.ts";
import { AuthError } from "./auth-error.ts";
import type { CredentialStore } from "./store/credential-store.ts";

export type LoginResult =
	| { readonly type: "api_key"; readonly key: string }
	| { readonly type: "oauth"; readonly tokens: OAuthTokens };

/** Stores the result of a login; the same account replaces its old tokens. */
export function storeLogin(provider: Provider, result: LoginResult, store: CredentialStore): number {
	const owner = provider.storeCredentialsAs ?? provider.id;
	return result.type === "api_key" ? store.saveKey(owner, result.key) : store.saveLogin(owner, result.tokens);
}

/** Runs one of the provider's logins; the code of each flow is loaded on demand. */
export async function logIn(provider: Provider, ports: LoginPorts, login?: Login): Promise<LoginResult> {
	const chosen = login ?? provider.logins?.[0];
	if (!chosen) {
		const variables = provider.envVars.length > 0 ? ` Set ${provider.envVars.join(" or ")} instead.` : "";
		throw new AuthError("server", `${provider.name} has no login.${variables}`);
	}
	switch (chosen.kind) {
		case "key":
			return { type: "api_key", key: await (await import("./flows/key.ts")).keyLogin(provider, chosen, ports) };
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
