import { endpointFrom, type Provider } from "../model/provider.ts";

/** Grok with an xAI account instead of a metered key. */
export const xaiOauth: Provider = {
	id: "xai-oauth",
	name: "xAI (account)",
	api: "openai-responses",
	baseUrl: "https://api.x.ai/v1",
	endpoint: endpointFrom("XAI_BASE_URL"),
	envVars: ["XAI_OAUTH_TOKEN", "XAI_API_KEY"],
	defaultModel: "grok-4.7",
	logins: [
		{
			kind: "device",
			deviceUrl: "https://auth.x.ai/oauth2/device/code",
			tokenUrl: "https://auth.x.ai/oauth2/token",
			scopes: ["openid", "profile", "email", "offline_access", "api:access"],
			describe: async (...args) => (await import("../auth/accounts/id-token.ts")).idTokenAccount(...args),
		},
	],
	shard: () => import("../catalog/xai-oauth.generated.json"),
};
