import type { Provider } from "../model/provider.ts";

export const synthetic: Provider = {
	id: "synthetic",
	name: "Synthetic",
	api: "openai-completions",
	baseUrl: "https://api.synthetic.new/openai/v1",
	envVars: ["SYNTHETIC_API_KEY"],
	defaultModel: "hf:zai-org/GLM-5.2",
	formats: {
		openai: { api: "openai-completions" },
		anthropic: { api: "anthropic-messages", baseUrl: "https://api.synthetic.new/anthropic" },
	},
	logins: [{ kind: "key", page: "https://synthetic.new/user-settings/api" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/synthetic.generated.json"),
};
