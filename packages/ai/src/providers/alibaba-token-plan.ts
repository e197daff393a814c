import type { Provider } from "../model/provider.ts";

export const alibabaTokenPlan: Provider = {
	id: "alibaba-token-plan",
	name: "Alibaba Token Plan",
	api: "openai-completions",
	baseUrl: "https://token-plan.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1",
	envVars: ["ALIBABA_TOKEN_PLAN_API_KEY"],
	defaultModel: "qwen3.7-plus",
	logins: [{ kind: "key", page: "https://modelstudio.console.alibabacloud.com" }],
	shard: () => import("../catalog/alibaba-token-plan.generated.json"),
};
