import { endpointFrom, type Provider } from "../model/provider.ts";

export const openai: Provider = {
	id: "openai",
	name: "OpenAI",
	api: "openai-responses",
	baseUrl: "https://api.openai.com/v1",
	envVars: ["OPENAI_API_KEY"],
	endpoint: endpointFrom("OPENAI_BASE_URL", "OPENAI_API_BASE"),
	defaultModel: "gpt-5.5",
	shard: () => import("../catalog/openai.generated.json"),
};
