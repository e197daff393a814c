import type { Provider } from "../model/provider.ts";

export const groq: Provider = {
	id: "groq",
	name: "Groq",
	api: "openai-completions",
	baseUrl: "https://api.groq.com/openai/v1",
	envVars: ["GROQ_API_KEY"],
	defaultModel: "openai/gpt-oss-120b",
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/groq.generated.json"),
};
