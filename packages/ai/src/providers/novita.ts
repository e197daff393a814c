import type { Provider } from "../model/provider.ts";

export const novita: Provider = {
	id: "novita",
	name: "Novita AI",
	api: "openai-completions",
	baseUrl: "https://api.novita.ai/openai",
	envVars: ["NOVITA_API_KEY"],
	defaultModel: "moonshotai/kimi-k2.7-code",
	logins: [{ kind: "key", page: "https://novita.ai/settings/key-management" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/novita.generated.json"),
};
