import type { Provider } from "../model/provider.ts";

export const xiaomiTokenPlanSgp: Provider = {
	id: "xiaomi-token-plan-sgp",
	name: "Xiaomi Token Plan (Singapore)",
	api: "openai-completions",
	baseUrl: "https://token-plan-sgp.xiaomimimo.com/v1",
	envVars: ["XIAOMI_TOKEN_PLAN_API_KEY"],
	defaultModel: "mimo-v2.5",
	logins: [{ kind: "key", page: "https://platform.xiaomimimo.com" }],
	shard: () => import("../catalog/xiaomi-token-plan-sgp.generated.json"),
};
