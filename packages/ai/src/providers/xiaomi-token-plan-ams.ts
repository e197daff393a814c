import type { Provider } from "../model/provider.ts";

export const xiaomiTokenPlanAms: Provider = {
	id: "xiaomi-token-plan-ams",
	name: "Xiaomi Token Plan (Amsterdam)",
	api: "openai-completions",
	baseUrl: "https://token-plan-ams.xiaomimimo.com/v1",
	envVars: ["XIAOMI_TOKEN_PLAN_API_KEY"],
	defaultModel: "mimo-v2.5",
	logins: [{ kind: "key", page: "https://platform.xiaomimimo.com" }],
	shard: () => import("../catalog/xiaomi-token-plan-ams.generated.json"),
};
