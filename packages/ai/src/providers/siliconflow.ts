import type { Provider } from "../model/provider.ts";

export const siliconflow: Provider = {
	id: "siliconflow",
	name: "SiliconFlow",
	api: "openai-completions",
	baseUrl: "https://api.siliconflow.com/v1",
	envVars: ["SILICONFLOW_API_KEY"],
	defaultModel: "moonshotai/Kimi-K2.7-Code",
	logins: [{ kind: "key", page: "https://cloud.siliconflow.com/account/ak" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/siliconflow.generated.json"),
};
