import type { Provider } from "../model/provider.ts";

export const cerebras: Provider = {
	id: "cerebras",
	name: "Cerebras",
	api: "openai-completions",
	baseUrl: "https://api.cerebras.ai/v1",
	envVars: ["CEREBRAS_API_KEY"],
	defaultModel: "zai-glm-4.7",
	logins: [{ kind: "key", page: "https://cloud.cerebras.ai/platform" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/cerebras.generated.json"),
};
