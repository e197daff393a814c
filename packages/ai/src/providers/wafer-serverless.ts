import type { Provider } from "../model/provider.ts";

export const waferServerless: Provider = {
	id: "wafer-serverless",
	name: "Wafer Serverless",
	api: "openai-completions",
	baseUrl: "https://pass.wafer.ai/v1",
	envVars: ["WAFER_SERVERLESS_API_KEY"],
	defaultModel: "GLM-5.1",
	logins: [{ kind: "key", page: "https://app.wafer.ai" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/wafer-serverless.generated.json"),
};
