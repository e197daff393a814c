import type { Provider } from "../model/provider.ts";

export const venice: Provider = {
	id: "venice",
	name: "Venice",
	api: "openai-completions",
	baseUrl: "https://api.venice.ai/api/v1",
	envVars: ["VENICE_API_KEY"],
	defaultModel: "llama-3.3-70b",
	logins: [{ kind: "key", page: "https://venice.ai/settings/api" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/venice.generated.json"),
};
