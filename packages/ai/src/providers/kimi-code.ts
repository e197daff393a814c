import { endpointFrom, type Provider } from "../model/provider.ts";

export const kimiCode: Provider = {
	id: "kimi-code",
	name: "Kimi Code",
	api: "anthropic-messages",
	baseUrl: "https://api.kimi.com/coding/v1",
	endpoint: endpointFrom("KIMI_CODE_BASE_URL"),
	envVars: ["KIMI_API_KEY"],
	defaultModel: "kimi-for-coding",
	formats: { openai: { api: "openai-completions" }, anthropic: { api: "anthropic-messages" } },
	logins: [
		{
			kind: "device",
			deviceUrl: "https://auth.kimi.com/api/oauth/device_authorization",
			tokenUrl: "https://auth.kimi.com/api/oauth/token",
			scopes: [],
			describe: async (...args) => (await import("../auth/accounts/id-token.ts")).idTokenAccount(...args),
		},
	],
	shard: () => import("../catalog/kimi-code.generated.json"),
};
