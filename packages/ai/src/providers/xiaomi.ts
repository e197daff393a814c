import type { Provider } from "../model/provider.ts";

export const xiaomi: Provider = {
	id: "xiaomi",
	name: "Xiaomi MiMo",
	api: "openai-completions",
	baseUrl: "https://api.xiaomimimo.com/v1",
	envVars: ["XIAOMI_API_KEY"],
	defaultModel: "mimo-v2.5",
	logins: [{ kind: "key", page: "https://platform.xiaomimimo.com" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/xiaomi.generated.json"),
};
