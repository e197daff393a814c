import type { Env, Provider } from "../provider.ts";

/** Names that other programs live by as well; a command without them would not work. */
const shared =
	/^(GITHUB_TOKEN|GH_TOKEN|GITLAB_TOKEN|HF_TOKEN|HUGGINGFACE_HUB_TOKEN|GOOGLE_CLOUD_API_KEY|AWS_(?!BEARER_TOKEN_BEDROCK$).*)$/;
const ownSecrets = /^(OMP|PI)_(OAUTH_CLIENT_SECRET_.+|AUTH_BROKER_TOKEN)$/;

/**
 * The variables of an environment that only serve to ask models: the providers' own, and those that `models.yml` names as
 * keys. What runs beside omp does without them.
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
