import type { Provider } from "../model/provider.ts";

export const opencodeZen: Provider = {
	id: "opencode-zen",
	name: "OpenCode Zen",
	api: "openai-completions",
	baseUrl: "https://opencode.ai/zen/v1",
	envVars: ["OPENCODE_API_KEY"],
	defaultModel: "claude-opus-4-8",
	logins: [{ kind: "key", page: "https://opencode.ai/auth" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/opencode-zen.generated.json"),
};
