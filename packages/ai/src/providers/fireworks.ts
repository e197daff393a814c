import type { Provider } from "../model/provider.ts";

export const fireworks: Provider = {
	id: "fireworks",
	name: "Fireworks",
	api: "openai-completions",
	baseUrl: "https://api.fireworks.ai/inference/v1",
	envVars: ["FIREWORKS_API_KEY"],
	defaultModel: "kimi-k2.7-code",
	logins: [{ kind: "key", page: "https://app.fireworks.ai/settings/users/api-keys" }],
	shard: () => import("../catalog/fireworks.generated.json"),
};
