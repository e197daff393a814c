import type { Provider } from "../model/provider.ts";

/** A ChatGPT subscription instead of a metered key. */
export const openaiCodex: Provider = {
	id: "openai-codex",
	name: "OpenAI Codex (ChatGPT plan)",
	api: "openai-codex-responses",
	baseUrl: "https://chatgpt.com/backend-api",
	envVars: ["OPENAI_CODEX_OAUTH_TOKEN"],
	defaultModel: "gpt-5.5",
	logins: [
		{
			kind: "browser",
			authorizeUrl: "https://auth.openai.com/oauth/authorize",
			tokenUrl: "https://auth.openai.com/oauth/token",
			scopes: ["openid", "profile", "email", "offline_access"],
			callback: { port: 1455, path: "/auth/callback" },
			authorizeParams: { id_token_add_organizations: "true" },
			describe: async (...args) => (await import("../auth/accounts/openai.ts")).openaiAccount(...args),
		},
		{
			kind: "custom",
			label: "Device code",
			needsClient: true,
			run: async (ports) => (await import("../auth/flows/openai-device.ts")).openaiDeviceLogin("openai-codex", ports),
		},
	],
	shard: () => import("../catalog/openai-codex.generated.json"),
};
