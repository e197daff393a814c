import type { Provider } from "../model/provider.ts";

export const xiaomiTokenPlanCn: Provider = {
	id: "xiaomi-token-plan-cn",
	name: "Xiaomi Token Plan (China)",
	api: "openai-completions",
	baseUrl: "https://token-plan-cn.xiaomimimo.com/v1",
	envVars: ["XIAOMI_TOKEN_PLAN_API_KEY"],
	defaultModel: "mimo-v2.5",
	logins: [{ kind: "key", page: "https://platform.xiaomimimo.com" }],
	shard: () => import("../catalog/xiaomi-token-plan-cn.generated.json"),
};
