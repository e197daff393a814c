import type { Provider } from "../model/provider.ts";

export const alibabaCodingPlan: Provider = {
	id: "alibaba-coding-plan",
	name: "Alibaba Coding Plan",
	api: "openai-completions",
	baseUrl: "https://coding-intl.dashscope.aliyuncs.com/v1",
	envVars: ["ALIBABA_CODING_PLAN_API_KEY"],
	defaultModel: "qwen3.7-plus",
	logins: [{ kind: "key", page: "https://modelstudio.console.alibabacloud.com" }],
	shard: () => import("../catalog/alibaba-coding-plan.generated.json"),
};
