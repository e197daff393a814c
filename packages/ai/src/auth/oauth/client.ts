import { AuthError } from "../../errors/auth-error.ts";
import type { OAuthClient, RefreshPorts } from "../../model/login.ts";

/** The OAuth client to use, if there is one. */
export function findClient(
	provider: string,
	{ env, clients }: Pick<RefreshPorts, "env" | "clients">,
	otherVariables: readonly string[] = [],
): OAuthClient | undefined {
	const id =
		variablesOf(provider, otherVariables)
			.map((name) => env[name])
			.find(Boolean) ?? clients[provider]?.id;
	return id
		? { id, secret: env[`OMP_OAUTH_CLIENT_SECRET_${suffixOf(provider)}`] || clients[provider]?.secret }
		: undefined;
}

/**
 * The OAuth client to use. Ids come from the user's configuration: omp ships none, because a registration belongs to
 * its owner.
 */
export function getClient(
	provider: string,
	ports: Pick<RefreshPorts, "env" | "clients">,
	otherVariables: readonly string[] = [],
): OAuthClient {
	const client = findClient(provider, ports, otherVariables);
	if (client) return client;
	throw new AuthError(
		"no-client",
		`${provider} login isn't available in this build. Use an API key, or set ` +
			`${variablesOf(provider, otherVariables).join(" or ")} (docs/auth.md).`,
	);
}

function variablesOf(provider: string, others: readonly string[]): string[] {
	return [`OMP_OAUTH_CLIENT_ID_${suffixOf(provider)}`, ...others];
}

function suffixOf(provider: string): string {
	return provider.toUpperCase().replace(/[^A-Z0-9]/g, "_");
}
