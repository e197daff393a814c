import type { Provider } from "../model/provider.ts";

export const firepass: Provider = {
	id: "firepass",
	name: "Fireworks Fire Pass",
	api: "openai-completions",
	baseUrl: "https://api.fireworks.ai/inference/v1",
	envVars: ["FIREPASS_API_KEY"],
	defaultModel: "kimi-k2.6-turbo",
	logins: [{ kind: "key", page: "https://app.fireworks.ai/settings/users/api-keys" }],
	shard: () => import("../catalog/firepass.generated.json"),
};
