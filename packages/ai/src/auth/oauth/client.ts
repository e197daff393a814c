import type { OAuthClient, RefreshPorts } from "../../login.ts";
import { AuthError } from "../auth-error.ts";

/**
 * The OAuth client to use. Ids come from the user's configuration: omp ships none, because a registration belongs to
 * its owner.
 */
export function getClient(
	provider: string,
	ports: Pick<RefreshPorts, "env" | "clients">,
	otherVariables: readonly string[] = [],
): OAuthClient {
	const suffix = provider.toUpperCase().replace(/[^A-Z0-9]/g, "_");
	const { env, clients } = ports;
	const names = [`OMP_OAUTH_CLIENT_ID_${suffix}`, ...otherVariables];
	const id = names.map((name) => env[name]).find(Boolean) ?? clients[provider]?.id;
	if (id) return { id, secret: env[`OMP_OAUTH_CLIENT_SECRET_${suffix}`] || clients[provider]?.secret };
	throw new AuthError(
		"no-client",
		`Logging in to ${provider} needs an OAuth client id that you may use. Register one with the provider, then set ` +
			`${names.join(" or ")}, or add it to oauth-clients.yml (see docs/auth.md).`,
	);
}
