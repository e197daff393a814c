import type { Provider } from "../model/provider.ts";

export const qianfan: Provider = {
	id: "qianfan",
	name: "Baidu Qianfan",
	api: "openai-completions",
	baseUrl: "https://qianfan.baidubce.com/v2",
	envVars: ["QIANFAN_API_KEY"],
	defaultModel: "deepseek-v3.2",
	logins: [{ kind: "key", page: "https://console.bce.baidu.com/iam/#/iam/apikey/list" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/qianfan.generated.json"),
};
