import type { Provider } from "../model/provider.ts";

export const zenmux: Provider = {
	id: "zenmux",
	name: "ZenMux",
	api: "openai-completions",
	baseUrl: "https://zenmux.ai/api/v1",
	envVars: ["ZENMUX_API_KEY"],
	defaultModel: "anthropic/claude-opus-4.8",
	logins: [{ kind: "key", page: "https://zenmux.ai/settings/keys" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/zenmux.generated.json"),
};
