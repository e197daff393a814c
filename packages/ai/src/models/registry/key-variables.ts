import type { Env, Provider } from "../../model/provider.ts";

/** Variables that other programs need, too. */
const shared =
	/^(GITHUB_TOKEN|GH_TOKEN|GITLAB_TOKEN|HF_TOKEN|HUGGINGFACE_HUB_TOKEN|GOOGLE_CLOUD_API_KEY|GOOGLE_API_KEY|AWS_(?!BEARER_TOKEN_BEDROCK$).*)$/;
const ownSecrets = /^(OMP|PI)_(OAUTH_CLIENT_SECRET_.+|AUTH_BROKER_TOKEN)$/;

/**
 * The variables that only have keys of models: those of providers and of `models.yml`. They are removed from the
 * environment of child processes.
 */
export function keyVariables(
	env: Env,
	providers: readonly Provider[],
	apiKeys: ReadonlyArray<string | undefined>,
): string[] {
	const names = new Set<string | undefined>([
		...providers.flatMap(({ envVars, envKeys }) => [...envVars, ...(envKeys?.(env) ?? [])]),
		...apiKeys,
	]);
	return Object.keys(env).filter((name) => ownSecrets.test(name) || (names.has(name) && !shared.test(name)));
}
