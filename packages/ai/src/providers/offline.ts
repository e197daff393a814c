import type { Provider } from "../model/provider.ts";

/** Answers when no model is connected; needs neither key nor network. */
export const offline: Provider = {
	id: "offline",
	name: "Offline guide",
	api: "offline",
	baseUrl: "",
	envVars: [],
	keyless: true,
	defaultModel: "guide",
	models: async () => [
		{
			id: "guide",
			name: "Offline guide",
			provider: "offline",
			api: "offline",
			baseUrl: "",
			reasoning: false,
			input: ["text"],
			cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
			contextWindow: 128_000,
			maxTokens: 16_384,
		},
	],
};
