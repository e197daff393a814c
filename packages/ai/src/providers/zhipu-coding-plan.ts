import type { Provider } from "../model/provider.ts";

export const zhipuCodingPlan: Provider = {
	id: "zhipu-coding-plan",
	name: "Zhipu Coding Plan",
	api: "openai-completions",
	baseUrl: "https://open.bigmodel.cn/api/coding/paas/v4",
	envVars: ["ZHIPU_API_KEY"],
	defaultModel: "glm-5.1",
	logins: [{ kind: "key", page: "https://open.bigmodel.cn/usercenter/apikeys" }],
	shard: () => import("../catalog/zhipu-coding-plan.generated.json"),
};
