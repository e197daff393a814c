import type { Provider } from "../model/provider.ts";

export const opencodeGo: Provider = {
	id: "opencode-go",
	name: "OpenCode Go",
	api: "openai-completions",
	baseUrl: "https://opencode.ai/zen/go/v1",
	envVars: ["OPENCODE_API_KEY"],
	defaultModel: "kimi-k2.7-code",
	logins: [{ kind: "key", page: "https://opencode.ai/auth" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/opencode-go.generated.json"),
};
