import { endpointFrom, type Provider } from "../model/provider.ts";

export const moonshot: Provider = {
	id: "moonshot",
	name: "Moonshot AI",
	api: "openai-completions",
	baseUrl: "https://api.moonshot.ai/v1",
	envVars: ["MOONSHOT_API_KEY"],
	endpoint: endpointFrom("MOONSHOT_BASE_URL"),
	defaultModel: "kimi-k2.7-code",
	logins: [{ kind: "key", page: "https://platform.moonshot.ai/console/api-keys" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/moonshot.generated.json"),
};
