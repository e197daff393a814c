import type { Env, Provider } from "../model/provider.ts";

export const google: Provider = {
	id: "google",
	name: "Google Gemini",
	api: "google-generative-ai",
	baseUrl: "https://generativelanguage.googleapis.com/v1beta",
	endpoint: geminiAddress,
	envVars: ["GOOGLE_API_KEY", "GEMINI_API_KEY"],
	// The other one may be for another service of Google.
	envKeys: (env) => (env.GEMINI_API_KEY ? ["GEMINI_API_KEY"] : []),
	defaultModel: "gemini-3.1-pro-preview",
	shard: () => import("../catalog/google.generated.json"),
};

/** Google's own tools add the version to the address. */
function geminiAddress({ GOOGLE_GEMINI_BASE_URL: address }: Env): string | undefined {
	if (!address) return undefined;
	const base = address.replace(/\/+$/, "");
	return /\/v\d+\w*$/.test(base) ? base : `${base}/v1beta`;
}
