import { usesFoundry } from "../model/foundry.ts";
import type { Provider } from "../model/provider.ts";

export const anthropic: Provider = {
	id: "anthropic",
	name: "Anthropic",
	api: "anthropic-messages",
	baseUrl: "https://api.anthropic.com",
	endpoint: (env) => (usesFoundry(env) && env.FOUNDRY_BASE_URL) || env.ANTHROPIC_BASE_URL || undefined,
	// `ANTHROPIC_AUTH_TOKEN` is that of a gateway, and sent as a bearer token.
	envVars: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"],
	envKeys: (env) => (usesFoundry(env) ? ["ANTHROPIC_FOUNDRY_API_KEY"] : []),
	defaultModel: "claude-opus-4-8",
	logins: [
		{
			kind: "browser",
			authorizeUrl: "https://claude.ai/oauth/authorize",
			tokenUrl: "https://api.anthropic.com/v1/oauth/token",
			tokenFormat: "json",
			scopes: ["org:create_api_key", "user:profile", "user:inference"],
			callback: { port: 54545, path: "/callback" },
			authorizeParams: { code: "true" },
			describe: async (...args) => (await import("../auth/accounts/anthropic.ts")).anthropicAccount(...args),
		},
	],
	shard: () => import("../catalog/anthropic.generated.json"),
};
