import type { Provider } from "../model/provider.ts";

export const nanogpt: Provider = {
	id: "nanogpt",
	name: "NanoGPT",
	api: "openai-completions",
	baseUrl: "https://nano-gpt.com/api/v1",
	envVars: ["NANO_GPT_API_KEY"],
	defaultModel: "openai/gpt-5.5",
	logins: [{ kind: "key", page: "https://nano-gpt.com/api" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/nanogpt.generated.json"),
};
