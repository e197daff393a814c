import type { Provider } from "../model/provider.ts";

export const ollamaCloud: Provider = {
	id: "ollama-cloud",
	name: "Ollama Cloud",
	api: "ollama-chat",
	baseUrl: "https://ollama.com",
	envVars: ["OLLAMA_CLOUD_API_KEY"],
	defaultModel: "gpt-oss:120b",
	logins: [{ kind: "key", page: "https://ollama.com/settings/keys" }],
	shard: () => import("../catalog/ollama-cloud.generated.json"),
};
