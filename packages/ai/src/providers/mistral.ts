import type { Provider } from "../model/provider.ts";

export const mistral: Provider = {
	id: "mistral",
	name: "Mistral",
	api: "openai-completions",
	baseUrl: "https://api.mistral.ai/v1",
	envVars: ["MISTRAL_API_KEY"],
	defaultModel: "devstral-medium-latest",
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/mistral.generated.json"),
};
