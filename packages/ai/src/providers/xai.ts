import { endpointFrom, type Provider } from "../model/provider.ts";

export const xai: Provider = {
	id: "xai",
	name: "xAI",
	api: "openai-completions",
	baseUrl: "https://api.x.ai/v1",
	envVars: ["XAI_API_KEY"],
	endpoint: endpointFrom("XAI_BASE_URL"),
	defaultModel: "grok-4-fast-non-reasoning",
	logins: [{ kind: "key", page: "https://console.x.ai" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/xai.generated.json"),
};
