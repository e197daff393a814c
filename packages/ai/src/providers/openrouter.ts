import { endpointFrom, type Provider } from "../model/provider.ts";

export const openrouter: Provider = {
	id: "openrouter",
	name: "OpenRouter",
	api: "openai-completions",
	baseUrl: "https://openrouter.ai/api/v1",
	endpoint: endpointFrom("OPENROUTER_BASE_URL"),
	envVars: ["OPENROUTER_API_KEY"],
	defaultModel: "openai/gpt-5.5",
	logins: [{ kind: "key", page: "https://openrouter.ai/settings/keys" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/openrouter.generated.json"),
};
