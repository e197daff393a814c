import type { Provider } from "../provider.ts";

export const anthropic: Provider = {
	id: "anthropic",
	name: "Anthropic",
	api: "anthropic-messages",
	baseUrl: "https://api.anthropic.com",
	envVars: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
	defaultModel: "claude-opus-4-8",
	models: async () => (await import("./anthropic.data.ts")).anthropicModels,
};
