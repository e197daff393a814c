import type { Provider } from "../model/provider.ts";

/** The address comes from `AZURE_OPENAI_BASE_URL` or `AZURE_OPENAI_RESOURCE_NAME`. */
export const azureOpenaiResponses: Provider = {
	id: "azure-openai-responses",
	name: "Azure OpenAI",
	api: "azure-openai-responses",
	baseUrl: "",
	envVars: ["AZURE_OPENAI_API_KEY"],
	defaultModel: "gpt-5.5",
	shard: () => import("../catalog/azure-openai-responses.generated.json"),
};
