import { endpointFrom, type Provider } from "../model/provider.ts";

export const together: Provider = {
	id: "together",
	name: "Together AI",
	api: "openai-completions",
	baseUrl: "https://api.together.xyz/v1",
	endpoint: endpointFrom("TOGETHER_BASE_URL"),
	envVars: ["TOGETHER_API_KEY"],
	defaultModel: "moonshotai/Kimi-K2.7-Code",
	logins: [{ kind: "key", page: "https://api.together.ai/settings/api-keys" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/together.generated.json"),
};
