import type { Provider } from "../model/provider.ts";

export const huggingface: Provider = {
	id: "huggingface",
	name: "Hugging Face",
	api: "openai-completions",
	baseUrl: "https://router.huggingface.co/v1",
	envVars: ["HUGGINGFACE_HUB_TOKEN", "HF_TOKEN"],
	defaultModel: "deepseek-ai/DeepSeek-R1",
	logins: [{ kind: "key", page: "https://huggingface.co/settings/tokens" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/huggingface.generated.json"),
};
