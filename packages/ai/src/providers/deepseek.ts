import { endpointFrom, type Provider } from "../model/provider.ts";

export const deepseek: Provider = {
	id: "deepseek",
	name: "DeepSeek",
	api: "openai-completions",
	baseUrl: "https://api.deepseek.com",
	endpoint: endpointFrom("DEEPSEEK_BASE_URL"),
	envVars: ["DEEPSEEK_API_KEY"],
	defaultModel: "deepseek-v4-pro",
	logins: [{ kind: "key", page: "https://platform.deepseek.com/api_keys" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/deepseek.generated.json"),
};
