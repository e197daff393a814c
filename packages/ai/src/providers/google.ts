import type { Provider } from "../model/provider.ts";

export const google: Provider = {
	id: "google",
	name: "Google Gemini",
	api: "google-generative-ai",
	baseUrl: "https://generativelanguage.googleapis.com/v1beta",
	envVars: ["GEMINI_API_KEY"],
	defaultModel: "gemini-3.1-pro-preview",
	shard: () => import("../catalog/google.generated.json"),
};
