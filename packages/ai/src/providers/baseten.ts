import type { Provider } from "../model/provider.ts";

export const baseten: Provider = {
	id: "baseten",
	name: "Baseten",
	api: "openai-completions",
	baseUrl: "https://inference.baseten.co/v1",
	envVars: ["BASETEN_API_KEY"],
	defaultModel: "moonshotai/Kimi-K2.7-Code",
	logins: [{ kind: "key", page: "https://app.baseten.co/settings/api_keys" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/baseten.generated.json"),
};
