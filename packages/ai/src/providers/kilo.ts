import type { Provider } from "../model/provider.ts";

export const kilo: Provider = {
	id: "kilo",
	name: "Kilo Gateway",
	api: "openai-completions",
	baseUrl: "https://api.kilo.ai/api/gateway",
	envVars: ["KILO_API_KEY"],
	defaultModel: "anthropic/claude-opus-4.8",
	logins: [
		{
			kind: "custom",
			label: "Device code",
			run: async (ports) => (await import("../auth/flows/kilo.ts")).kiloLogin(ports),
		},
	],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/kilo.generated.json"),
};
