import type { Provider } from "../model/provider.ts";

export const qwenPortal: Provider = {
	id: "qwen-portal",
	name: "Qwen Portal",
	api: "openai-completions",
	baseUrl: "https://portal.qwen.ai/v1",
	envVars: ["QWEN_OAUTH_TOKEN", "QWEN_PORTAL_API_KEY"],
	defaultModel: "coder-model",
	logins: [{ kind: "key", page: "https://chat.qwen.ai" }],
	shard: () => import("../catalog/qwen-portal.generated.json"),
};
