import type { Provider } from "../model/provider.ts";

export const waferPass: Provider = {
	id: "wafer-pass",
	name: "Wafer Pass",
	api: "openai-completions",
	baseUrl: "https://pass.wafer.ai/v1",
	envVars: ["WAFER_PASS_API_KEY"],
	defaultModel: "GLM-5.1",
	logins: [{ kind: "key", page: "https://app.wafer.ai" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/wafer-pass.generated.json"),
};
